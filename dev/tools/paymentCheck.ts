import { address, field, hexBytes, hexNumber, list } from "../../functions/src/adapters/rpc/json";
import type { Nodes } from "../../functions/src/adapters/rpc/nodes";
import { formatUsdc } from "../../functions/src/domain/money";
import type { FinalPayment } from "../../functions/src/domain/payment/purchase";
import { transferIn } from "../../functions/src/domain/payment/transfer";

/** Receipts in one round trip. */
const BATCH = 50;

/** Payments that differ on the chain from what is stored. */
export async function paymentFaults(payments: readonly FinalPayment[], nodes: Nodes): Promise<string[]> {
  const faults: string[] = [];
  for (let from = 0; from < payments.length; from += BATCH) {
    const some = payments.slice(from, from + BATCH);
    const calls = some.map(({ txHash }) => ({ method: "eth_getTransactionReceipt", params: [txHash] }));
    const [found] = await nodes.askAgreed(calls, (receipts) =>
      receipts.map((receipt, at) => moved(receipt, some[at]?.logIndex ?? -1)),
    );
    some.forEach((payment, at) => {
      const said = told(payment);
      if (found[at] !== said)
        faults.push(`payment ${payment.txHash}: stored as ${said}, the chain says ${found[at] ?? "nothing"}`);
    });
  }
  return faults;
}

function moved(receipt: unknown, logIndex: number): string | null {
  if (receipt === null) return null;
  const log = list(field(receipt, "logs")).find((one) => Number(hexNumber(field(one, "logIndex"))) === logIndex);
  if (log === undefined) return null;
  const transfer = transferIn({
    address: address(field(log, "address")),
    topics: list(field(log, "topics")).map(hexBytes),
    data: hexBytes(field(log, "data")),
  });
  return (
    transfer &&
    told({
      payer: transfer.from,
      recipient: transfer.to,
      amountUsdcUnits: transfer.amountUsdcUnits,
      blockNumber: hexNumber(field(log, "blockNumber")),
    })
  );
}

function told({
  payer,
  recipient,
  amountUsdcUnits,
  blockNumber,
}: Pick<FinalPayment, "payer" | "recipient" | "amountUsdcUnits" | "blockNumber">): string {
  return `${formatUsdc(amountUsdcUnits)} USDC from ${payer} to ${recipient} in block ${blockNumber}`;
}
