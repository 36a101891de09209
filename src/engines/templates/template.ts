// What a ready-made request says of an engine's search interface.

export interface RequestTemplate {
  readonly name: string;
  /** What the address must name. */
  readonly address: string;
  /** Added to the address unless it ends so already. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly body: string;
  /** The field that is searched, unless another one is named. */
  readonly field: string;
  readonly model?: string;
  /** Where the list of hits stands, and within each of them the id and the score. */
  readonly hits: string;
  readonly id: string;
  /** Absent where the order of the hits says more than their scores. */
  readonly score?: string;
  /** Most hits that the engine gives unless it was set up otherwise. */
  readonly limit: number;
  /** A list of hits that is missing means none where this stands in the answer. */
  readonly none?: string;
}
