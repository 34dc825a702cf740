/** A wallet or a node as browsers give it (EIP-1193), such as `window.ethereum`. */
export interface Eip1193 {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}
