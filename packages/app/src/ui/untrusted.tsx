/**
 * One line that a stranger wrote: text and nothing else, with its own direction, so that characters that turn the
 * reading order around change nothing beside it.
 */
export function Untrusted({ text }: { text: string }) {
  return <bdi class="untrusted">{text}</bdi>;
}
