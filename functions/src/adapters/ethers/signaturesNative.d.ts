/** The native half of the package alone: its main file would fall back to a slow JavaScript one without a word. */
declare module "secp256k1/bindings.js" {
  import type { ecdsaRecover, ecdsaSign } from "secp256k1";
  const bindings: { ecdsaRecover: typeof ecdsaRecover; ecdsaSign: typeof ecdsaSign };
  export default bindings;
}
