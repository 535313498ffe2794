import type { Answer } from './call.ts';

interface ShownAnswerProps {
  readonly answer: Answer | undefined;
  /** The reason why there is no answer. */
  readonly failure: string;
}

export const ShownAnswer = ({ answer, failure }: ShownAnswerProps) => (
  <div class="trial-answer">
    <p role="status">
      {failure !== '' && <span class="status">The service cannot be reached: {failure}</span>}
      {answer && (
        <>
          <span class={`status ${answer.status < 400 ? 'good' : 'bad'}`}>
            {answer.status} {answer.statusText}
          </span>{' '}
          <span class="small soft">in {answer.milliseconds} ms</span>
        </>
      )}
    </p>
    {answer && (
      <>
        <dl class="small">
          {answer.headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {answer.body !== '' && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          <section class="body" aria-label="Body of the answer" tabIndex={0}>
            <pre>{answer.body}</pre>
          </section>
        )}
      </>
    )}
  </div>
);
