import { useRoute } from "preact-iso";
import { api, dataOf, type Profile, type Rating, type Ratings } from "../api";
import { shortAddress } from "../lib/text";
import { usualTime } from "../lib/records";
import { taskPath } from "../paths";
import { Pager } from "../ui/pager";
import { Average, Distribution, Fact, Facts, StarsGiven } from "../ui/ratings";
import { Empty, Loaded } from "../ui/states";
import { Ago } from "../ui/time";
import { usePageTitle } from "../ui/title";
import { Untrusted } from "../ui/untrusted";
import { useData } from "../ui/useData";
import { usePages } from "../ui/usePages";
import { Avatar, WalletLink } from "../ui/wallet";

interface Shown {
  profile: Profile;
  given: Ratings;
}

async function load(address: string): Promise<Shown> {
  const [profiles, ratings] = await Promise.all([
    api.GET("/mkt/profiles", { params: { query: { addresses: address } } }),
    api.GET("/mkt/ratings", { params: { query: { address, limit: 1 } } }),
  ]);
  const [profile] = dataOf(profiles).items;
  if (!profile) throw new Error("This wallet is not known here.");
  return { profile, given: dataOf(ratings).given };
}

/** A wallet's public record: its name, its ratings, and what it did as poster and as worker. */
export default function WalletPage() {
  const { address = "" } = useRoute().params;
  const data = useData(address, () => load(address));
  return (
    <Loaded data={data} what="the wallet's record" title="Wallet">
      {(shown) => <Record {...shown} />}
    </Loaded>
  );
}

function Record({ profile, given }: Shown) {
  const { address, displayName, avatarSeed, ratings, asPoster, asWorker } = profile;
  usePageTitle(displayName ?? shortAddress(address));
  return (
    <>
      <h1 class="who">
        <Avatar seed={avatarSeed ?? address} size={44} />{" "}
        {displayName ? <Untrusted text={displayName} /> : `Wallet ${shortAddress(address)}`}
      </h1>
      <p>
        <code>{address}</code>
      </p>
      <p class="note">Anyone can choose any name. Only the address is unique.</p>
      <p class="note">The record below is a few minutes old: a step counts once it is final on the blockchain.</p>
      <div class="pair">
        <section aria-labelledby="ratings">
          <h2 id="ratings">Ratings received</h2>
          <p>
            <Average average={ratings.average} of={ratings.count} />
          </p>
          {ratings.count > 0 && <Distribution shares={ratings.distribution} label="By value" />}
          <Facts>
            <Fact name="As poster">
              <Average average={ratings.asPoster.average} raters={ratings.asPoster.raters} by="poster" />
            </Fact>
            <Fact name="As worker">
              <Average average={ratings.asWorker.average} raters={ratings.asWorker.raters} by="worker" />
            </Fact>
          </Facts>
        </section>
        <section aria-labelledby="ratings-given">
          <h2 id="ratings-given">Ratings given</h2>
          <p>
            <Average average={given.average} of={given.count} />
          </p>
          {given.count > 0 && <Distribution shares={given.distribution} label="By value" />}
        </section>
        <section aria-labelledby="poster">
          <h2 id="poster">As poster</h2>
          <Facts>
            <Fact name="Posted">{asPoster.posted}</Fact>
            <Fact name="Approved">{asPoster.completed}</Fact>
            <Fact name="Rejected">
              {asPoster.rejected}
              {asPoster.rejectionsOverturned > 0 && `, ${asPoster.rejectionsOverturned} overturned by the arbiter`}
            </Fact>
            <Fact name="Cancelled">{asPoster.cancelled}</Fact>
            <Fact name="Usually decides">
              {asPoster.medianReviewHours === null ? "No decision yet" : usualTime(asPoster.medianReviewHours * 3600)}
            </Fact>
            <Fact name="Reviews missed">{profile.silentDeadlines.reviewBy}</Fact>
          </Facts>
        </section>
        <section aria-labelledby="worker">
          <h2 id="worker">As worker</h2>
          <Facts>
            <Fact name="Started">{asWorker.started}</Fact>
            <Fact name="Approved">{asWorker.completed}</Fact>
            <Fact name="Rejected">
              {asWorker.rejected}
              {asWorker.rejectionsOverturned > 0 && `, ${asWorker.rejectionsOverturned} overturned by the arbiter`}
            </Fact>
            <Fact name="Deadlines missed">{profile.silentDeadlines.workBy + profile.silentDeadlines.resubmitBy}</Fact>
          </Facts>
        </section>
      </div>
      <RatingList address={address} side="received" />
      <RatingList address={address} side="given" />
    </>
  );
}

const SIDES = {
  received: {
    title: "What others say",
    cursor: "receivedCursor",
    none: "No comment has been published about this wallet.",
  },
  given: {
    title: "What this wallet says about others",
    cursor: "givenCursor",
    none: "This wallet has published no comment.",
  },
} as const;

function RatingList({ address, side }: { address: string; side: keyof typeof SIDES }) {
  const { title, cursor: name, none } = SIDES[side];
  const pages = usePages(`ratings ${side} ${address}`, async (cursor) => {
    const query = { address, limit: 10, ...(cursor && { [name]: cursor }) };
    return dataOf(await api.GET("/mkt/ratings", { params: { query } }))[side];
  });
  return (
    <section aria-labelledby={side}>
      <h2 id={side}>{title}</h2>
      <Pager
        pages={pages}
        what="comments"
        label={title}
        itemOf={(rating) => ({
          key: `${rating.contract} ${rating.taskId} ${rating.role}`,
          element: <RatingCard rating={rating} other={side === "received" ? rating.rater : rating.ratee} />,
        })}
        empty={
          <Empty>
            <p>{none} Ratings without one are counted above.</p>
          </Empty>
        }
      />
    </section>
  );
}

function RatingCard({ rating, other }: { rating: Rating; other: string }) {
  const { rating: value, comment, role, createdAt, onChain } = rating;
  return (
    <article class="card">
      <p>
        <StarsGiven value={value} />{" "}
        <span class="quiet">
          by the {role}, <Ago time={createdAt} />
          {!onChain && ", kept by this service only"}
        </span>
      </p>
      <p>
        <Untrusted text={comment} />
      </p>
      <p class="by">
        <WalletLink address={other} /> <a href={taskPath(rating)}>Task {rating.taskId}</a>
      </p>
    </article>
  );
}
