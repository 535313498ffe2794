export interface ActingServices {
  /** ACT_AS_USER_LIFETIME. */
  readonly actAsUserMs: number;
}
