// npm runs this after an installation. Plain JavaScript that never fails: without the build tools, or on a Node that
// cannot run TypeScript, Orrery still runs from its sources, on the Node that comes with it.
try {
  const { keepProgramsBuilt } = await import('./programs/keep-programs-built.ts');
  await keepProgramsBuilt();
  const { keepPagesBuilt } = await import('./pages/build-pages.ts');
  await keepPagesBuilt();
} catch (error) {
  console.error(`orrery will start from its sources, which takes longer; something could not be built: ${error}`);
}
