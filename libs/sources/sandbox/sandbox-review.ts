/** A review and a response of a sandbox platform. */
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

export interface SandboxResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** Close the connection instead of responding. */
  readonly cut?: boolean;
  /** Delay before the response. */
  readonly delayMs?: number;
}
