interface StarsProps {
  id: string;
  name: string;
  /** What is wrong with it. */
  fault?: string | undefined;
}

const VALUES = [1, 2, 3, 4, 5] as const;

/** A rating of one to five stars. None is chosen for the person: it is public, for good, and about another's work. */
export function Stars({ id, name, fault }: StarsProps) {
  return (
    <fieldset class="stars" aria-describedby={fault === undefined ? undefined : `${id}-fault`}>
      <legend>Your rating</legend>
      <span class="stars-row">
        {VALUES.map((one) => (
          <label key={one} for={`${id}-${one}`}>
            <input id={`${id}-${one}`} type="radio" name={name} value={one} required />
            <span class="star" aria-hidden="true" />
            <span class="unseen">
              {one} {one === 1 ? "star" : "stars"}
            </span>
          </label>
        ))}
      </span>
      {fault !== undefined && (
        <span id={`${id}-fault`} class="fault">
          {fault}
        </span>
      )}
    </fieldset>
  );
}
