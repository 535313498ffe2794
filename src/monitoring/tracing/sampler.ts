import type { TraceContext } from '../../http/trace-context.ts';

/** Whether a trace is recorded, by OTEL_TRACES_SAMPLER. */
export type Sampler = (traceId: string, caller: TraceContext | undefined) => boolean;

/** Of the last digits of a trace id, which are random: as many as a number holds exactly. */
const DIGITS = 13;

export function createSampler(name: string, ratio: number): Sampler {
  const [, parentBased, kind] = /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(name) ?? [];
  const share = kind === 'always_on' ? 1 : kind === 'always_off' ? 0 : ratio;
  return (traceId, caller) => {
    if (parentBased && caller) return caller.isSampled;
    return Number.parseInt(traceId.slice(-DIGITS), 16) < share * 16 ** DIGITS;
  };
}
