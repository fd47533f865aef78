/** A review of a sandbox platform. */
export interface SandboxReview {
  readonly id: string;
  author: string;
  title: string | null;
  text: string | null;
  /** On the platform's scale; for recommendations, 1 is yes and 0 is no. */
  rating: number | null;
  publishedAt: Date;
  updatedAt: Date;
  reply: { text: string; at: Date } | null;
  images: string[];
}

/** A response of a sandbox platform. */
export interface SandboxResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the connection is closed without a response. */
  readonly closesConnection?: boolean;
  /** Delay before the response. */
  readonly delayMs?: number;
}
