declare module "humannames" {
  /** First and last names of many countries, each with 1. */
  const names: Readonly<Record<string, number>>;
  export default names;
}
