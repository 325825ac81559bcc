/** Path of a generated cube, relative to the model folder. */
export function cubePath(name: string): string {
  return `cubes/${name}.yml`;
}

export function viewPath(name: string): string {
  return `views/${name}.yml`;
}
