// npm runs this after an installation. Plain JavaScript that never fails: without the build tools, or on a Node that
// cannot run TypeScript, Orrery still runs from its sources, on the Node that comes with it.
try {
  const { keepProgramsBuilt } = await import('./programs/keep-programs-built.ts');
  await keepProgramsBuilt();
  const { keepBuilt } = await import('./pages/keep-built.ts');
  await keepBuilt('frames');
  await keepBuilt('console');
} catch (error) {
  console.error(`orrery will start from its sources, which takes longer; something could not be built: ${error}`);
}
