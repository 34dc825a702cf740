/** A response's body as text; throws `TypeError` as soon as it is longer than `most` characters. */
export async function textUpTo(most: number, response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > most) throw new TypeError("an endless answer");
  }
  return text + decoder.decode();
}
