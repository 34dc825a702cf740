interface FieldProps {
  id: string;
  name: string;
  label: string;
  /** What it is set to, or what it begins with where nothing listens. */
  value?: string;
  hint?: string;
  /** Of a text of several lines. */
  rows?: number;
  maxLength?: number;
  type?: "text" | "datetime-local";
  required?: boolean;
  /** What is wrong with it; shown beside it. */
  fault?: string | undefined;
  onInput?: (value: string) => void;
}

/** A labelled field of a form, with what is wrong with it. */
export function Field({
  id,
  name,
  label,
  value,
  hint,
  rows,
  maxLength,
  type = "text",
  required,
  fault,
  onInput,
}: FieldProps) {
  const shared = {
    id,
    name,
    required,
    placeholder: hint,
    "aria-invalid": fault !== undefined,
    "aria-describedby": fault === undefined ? undefined : `${id}-fault`,
    ...(onInput ? { value } : { defaultValue: value }),
    ...(maxLength !== undefined && { maxLength }),
    onInput: onInput && ((event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value)),
  };
  return (
    <label for={id}>
      <span>{label}</span>
      {rows ? (
        <textarea rows={rows} {...shared} />
      ) : type === "text" ? (
        <input type="text" {...shared} />
      ) : (
        <input type="datetime-local" step={1} {...shared} />
      )}
      {fault !== undefined && (
        <span id={`${id}-fault`} class="fault">
          {fault}
        </span>
      )}
    </label>
  );
}
