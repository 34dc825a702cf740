interface ChoiceProps<Name extends string> {
  name: Name;
  label: string;
  value: string | undefined;
  of: readonly (readonly [value: string, text: string])[];
  /** What is chosen where nothing is. */
  any?: string;
}

/** A filter of some values: choosing one sends the form. What an address names and the list does not know is shown as it is. */
export function Choice<Name extends string>({ name, label, value = "", of, any = "Any" }: ChoiceProps<Name>) {
  return (
    <label>
      <span>{label}</span>
      <select name={name} onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}>
        <option value="">{any}</option>
        {value !== "" && !of.some(([known]) => known === value) && (
          <option value={value} selected>
            {value}
          </option>
        )}
        {of.map(([known, text]) => (
          <option key={known} value={known} selected={known === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
