export type Mode = 'test' | 'live';

export interface List<T> {
  object: 'list';
  data: T[];
  /** The cursor of the next page. */
  next: string | null;
}

/** An instant in UTC. */
export type Instant = string;
