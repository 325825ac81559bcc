/** Style sheets are texts here: the build makes them so. */
declare module '*.css' {
  const text: string;
  export default text;
}
