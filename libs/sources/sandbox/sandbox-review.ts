/** What a sandbox platform shows, and what it answers: the two words that everything else of the sandbox is said in. */
export interface SandboxReview {
  readonly id: string;
  author: string;
  title: string | null;
  text: string | null;
  /** On the platform's own scale; for yes/no platforms 1 is yes, 0 is no. */
  rating: number | null;
  publishedAt: Date;
  updatedAt: Date;
  reply: { text: string; at: Date } | null;
  images: string[];
}

export interface SandboxAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** The connection is cut instead of answering. */
  readonly cut?: boolean;
  /** The answer comes so much later. */
  readonly delayMs?: number;
}
