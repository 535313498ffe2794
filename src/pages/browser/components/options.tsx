export interface Choice {
  readonly value: string;
  readonly label: string;
}

export const choicesOf = (labels: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export const Options = ({ choices }: { readonly choices: readonly Choice[] }) => (
  <>
    {choices.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </>
);
