/** Who sends a request, as far as can be known. */
export interface Requester {
  readonly address: string | null;
  readonly userAgent: string | null;
}
