import { useEffect, useRef } from "preact/hooks";
import { movementName } from "../../../../../functions/src/domain/accounting/row";
import { CHAINS } from "../../../../../functions/src/domain/chains";
import type { StatementRow } from "../../lib/statement";
import { counted, shortAddress, usdc } from "../../lib/text";
import { taskPath } from "../../paths";
import type { Connected } from "../../wallet/connect";
import { NotLoaded, Waiting } from "../states";
import { At } from "../time";
import { Untrusted } from "../untrusted";
import { useAbout } from "../useAbout";
import { usePages, type Page } from "../usePages";
import { WalletLink } from "../wallet";
import { FeeHeads, Signed } from "./signed";

interface StatementRowsProps {
  name: string;
  /** Changes with what the rows add up to. */
  moved: string;
  /** Whether any row has a fee: without one, gross and net are the same. */
  hasFees: boolean;
  connected: Pick<Connected, "chainId">;
  load: (cursor?: string) => Promise<Page<StatementRow>>;
}

/** The rows, newest first. More are appended, and the focus goes to the first of them. */
export function StatementRows({ name, moved, hasFees, connected, load }: StatementRowsProps) {
  const { items, state, isSlow, error, hasMore, addedAt, more, retry, refresh } = usePages(`statement ${name}`, load);
  const about = useAbout();
  const isGrowing = state === "loading" && items.length > 0;
  const shown = useRef(moved);
  useEffect(() => {
    if (shown.current !== moved) refresh();
    shown.current = moved;
  }, [moved]);
  const added = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (addedAt > 0) added.current?.focus({ preventScroll: true });
  }, [addedAt]);
  const explorer = CHAINS.find(({ id }) => id === connected.chainId)?.explorer;
  return (
    <section aria-labelledby="rows">
      <h2 id="rows">Movements</h2>
      {items.length > 0 && (
        <div class="wide" role="region" aria-label="Table of movements" tabIndex={0}>
          <table class="movements stacks">
            <colgroup>
              {["when", "what", "net", ...(hasFees ? ["gross", "fee"] : []), "party", "tx"].map((name) => (
                <col key={name} class={`col-${name}`} />
              ))}
            </colgroup>
            <thead>
              <tr>
                <th scope="col">Moved, and settled</th>
                <th scope="col">What</th>
                <th scope="col" class="number">
                  Net, USDC
                </th>
                {hasFees && <FeeHeads />}
                <th scope="col">Other party</th>
                <th scope="col">Transaction</th>
              </tr>
            </thead>
            <tbody>
              {items.map((row, index) => (
                <Row
                  key={`${row.txHash} ${row.logIndex} ${row.type} ${row.role}`}
                  row={row}
                  explorer={explorer}
                  seller={about?.operator.name ?? "This service"}
                  hasFees={hasFees}
                  added={index === addedAt && addedAt > 0 ? added : null}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {state === "loading" && items.length === 0 ? (
        <Waiting what="movements" isSlow={isSlow} />
      ) : (
        <p role="status" class="unseen">
          {state === "loading" && "Loading movements …"}
          {state === "ready" && `${counted(items.length, "movements")} shown${hasMore ? "; there are more" : ""}.`}
        </p>
      )}
      {error && <NotLoaded error={error} retry={retry} />}
      {(hasMore || isGrowing) && (
        <>
          {/* It stays while more is loaded: a page that gets shorter jumps. */}
          <button type="button" class="more" aria-disabled={isGrowing} onClick={() => hasMore && more()}>
            {isGrowing ? `Loading more movements${isSlow ? ", still" : ""} …` : "Show more movements"}
          </button>
          <p class="print-only">This print is cut short. The PDF has every movement.</p>
        </>
      )}
    </section>
  );
}

interface RowProps {
  row: StatementRow;
  explorer: string | undefined;
  /** Who sells the answers of this service. */
  seller: string;
  hasFees: boolean;
  added: { current: HTMLTableRowElement | null } | null;
}

/** As far as times are shown. */
const minuteOf = (time: string) => time.slice(0, 16);

function Row({ row, explorer, seller, hasFees, added }: RowProps) {
  const { movedAt, settledAt, contract, taskId, title, role, type, grossUsdc, feeUsdc, counterparty, txHash } = row;
  const name =
    title ?? (taskId === null ? (role === "platform" ? "Sold" : "Its question is no longer stored") : `Task ${taskId}`);
  return (
    <tr ref={added} tabIndex={added ? -1 : undefined}>
      <td class="when" data-of="Moved">
        <span>
          <At time={movedAt} />
          <br />
          <span class="quiet">
            {settledAt === null ? (
              "in escrow"
            ) : minuteOf(settledAt) === minuteOf(movedAt) ? (
              "settled"
            ) : (
              <>
                settled <At time={settledAt} />
              </>
            )}
          </span>
        </span>
      </td>
      <th scope="row" class="what">
        {movementName(row)}
        <br />
        {contract && taskId !== null ? (
          <a href={taskPath({ contract, taskId })}>
            <Untrusted text={name} />
          </a>
        ) : (
          <Untrusted text={name} />
        )}
      </th>
      <td class="number" data-of="Net, USDC">
        <Signed amount={row.netUsdc} />
      </td>
      {hasFees && (
        <>
          <td class={`number${Number(feeUsdc) === 0 ? " narrow-off" : ""}`} data-of="Gross, USDC">
            {usdc(grossUsdc)}
          </td>
          <td class={`number${Number(feeUsdc) === 0 ? " narrow-off" : ""}`} data-of="Fee, USDC">
            {usdc(feeUsdc)}
          </td>
        </>
      )}
      <td data-of="Other party" class={counterparty ? undefined : "narrow-off"}>
        {counterparty && type === "paid_answer" && role === "payer" ? (
          <span>
            {seller}{" "}
            <span class="address" title={counterparty}>
              {shortAddress(counterparty)}
            </span>
          </span>
        ) : counterparty ? (
          <WalletLink address={counterparty} />
        ) : (
          <span class="quiet">–</span>
        )}
      </td>
      <td data-of="Transaction">
        {explorer ? (
          <a class="address" href={`${explorer}/tx/${txHash}`} rel="noopener" target="_blank" title={txHash}>
            {shortAddress(txHash)}
          </a>
        ) : (
          <code title={txHash}>{shortAddress(txHash)}</code>
        )}
      </td>
    </tr>
  );
}
