import fc from 'fast-check';

/*
 * Tests properties with the same examples in every run, so that a failure is due to the change under test. To look for
 * new failures, set FAST_CHECK_SEED to another number.
 */
fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 20261121) });
