interface StarsProps {
  id: string;
  name: string;
  /** What is chosen at first; none where a rating must be chosen. */
  value?: number;
  label?: string;
}

const VALUES = [1, 2, 3, 4, 5] as const;

/** A rating of one to five stars. */
export function Stars({ id, name, value, label = "Your rating" }: StarsProps) {
  return (
    <fieldset class="stars">
      <legend>{label}</legend>
      <span class="stars-row">
        {VALUES.map((one) => (
          <label key={one} for={`${id}-${one}`}>
            <input
              id={`${id}-${one}`}
              type="radio"
              name={name}
              value={one}
              defaultChecked={one === value}
              required={value === undefined}
            />
            <span class="star" aria-hidden="true" />
            <span class="unseen">
              {one} {one === 1 ? "star" : "stars"}
            </span>
          </label>
        ))}
      </span>
    </fieldset>
  );
}
