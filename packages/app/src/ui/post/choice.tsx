import type { ComponentChildren } from "preact";

interface ChoiceProps {
  label: string;
  value: string;
  onChoice: (value: string) => void;
  children: ComponentChildren;
}

/** One of some values, with its label. */
export function Choice({ label, value, onChoice, children }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoice(event.currentTarget.value)}>
        {children}
      </select>
    </label>
  );
}
