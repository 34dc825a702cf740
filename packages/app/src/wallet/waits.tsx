import { api, dataOf } from "../api";
import { useData } from "../ui/useData";
import { useEvery } from "../ui/useEvery";
import { useMoved } from "../ui/usePages";
import { useReturn } from "../ui/useReturn";
import { useWallet } from "./context";

/** How often it is looked at while the page is. */
const LOOK_MS = 30_000;
/** So many are counted. */
export const MOST = 9;

/** How many tasks wait for the visitor, beside the link to them: work to do or to review, a rating to give. */
export function Waits() {
  const { account } = useWallet();
  return account === null ? null : <Count key={account} wallet={account} />;
}

function Count({ wallet }: { wallet: string }) {
  const data = useData(`waits ${wallet}`, async () => {
    const query = { wallet, tab: "waiting" as const, limit: MOST };
    const { items, nextCursor } = dataOf(await api.GET("/mkt/dashboard", { params: { query } }));
    return nextCursor === null ? String(items.length) : `${MOST}+`;
  });
  const reload = () => data.state === "ready" && data.reload();
  useEvery(LOOK_MS, async () => void reload());
  useReturn(() => void reload());
  useMoved(() => void reload());
  if (data.state !== "ready" || data.value === "0") return null;
  return (
    <>
      {" "}
      <span class="waits">
        {data.value}
        <span class="unseen"> waiting for you</span>
      </span>
    </>
  );
}
