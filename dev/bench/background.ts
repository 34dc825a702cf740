import { ownChain, type OwnChain } from "../../test/setup/chain/chain";
import { startRpcProxy, type RpcProxy } from "../../test/setup/chain/rpcProxy";
import { startFirestore } from "../local/firestore";

/** The real parts behind the functions: Google's emulator, and a chain whose calls are counted. */
export interface Background {
  firestoreHost: string;
  rpcUrl: string;
  rpc: RpcProxy;
  chain: OwnChain;
  close(): Promise<void>;
}

export async function startBackground(): Promise<Background> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    await Promise.all(closers.splice(0).map((stop) => stop()));
  };
  try {
    const firestore = await startFirestore();
    closers.push(() => firestore.close());
    const chain = await ownChain();
    closers.push(() => chain.close());
    const rpc = await startRpcProxy(chain.rpcUrl);
    closers.push(() => rpc.close());
    return { firestoreHost: firestore.host, rpcUrl: rpc.url, rpc, chain, close };
  } catch (error) {
    await close();
    throw error;
  }
}
