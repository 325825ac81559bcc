import fc from 'fast-check';

/*
 * Properties are asked of the same examples in every run, so that a run says something about the change it checks. Whoever
 * looks for new ones sets FAST_CHECK_SEED to another number.
 */
fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 20261121) });
