// Written by `npm run sdk` from the OpenAPI documents, with openapi-typescript.
interface components {
    schemas: {
        /** @description Figures of the reviews of a delivery. */
        EventSummary: {
            /** @description Average of the rated reviews; null if there are none. */
            average_rating: number | null;
            /** @description Reviews by machine name of the platform. */
            by_source: {
                [key: string]: number;
            };
            /**
             * Format: int64
             * @description Ratings below 3.
             */
            negative_rating_count: number;
            /**
             * Format: int64
             * @description Reviews in the delivery.
             */
            review_count: number;
        };
        /** @description An object with reviews in the delivery. */
        GroupInEvent: {
            /**
             * Format: int64
             * @description The group.
             */
            group_id: number;
            /** @description Its name. */
            name: string;
            /**
             * Format: int64
             * @description Number of its reviews in the delivery.
             */
            review_count: number;
            /** @description Absent if `truncated`. */
            reviews?: components["schemas"]["ReviewInEventV2"][];
        };
        /** @description A review in a delivery. */
        ReviewInEventV2: {
            /** @description As shown by the platform; surnames are masked. */
            author: string | null;
            /** @description The platform's own id of the review, or a stable hash where it has none. */
            external_review_id: string;
            /** @description Whether photos are attached. */
            has_images: boolean;
            /**
             * Format: int64
             * @description Review id, the same as in the feed.
             */
            id: number;
            /** @description 1-5, may be fractional; null without a numeric rating. */
            rating: number | null;
            /** @description Date of the reply, in UTC; null if there is none. */
            reply_date: string | null;
            /** @description The organization's reply; null if there is none. */
            reply_text: string | null;
            /** @description The platform's local time. */
            review_date: string | null;
            /** @description The review itself on the platform. */
            review_url: string | null;
            /** @description Machine name of the platform. */
            source: string;
            /** @description Text of the review. */
            text: string | null;
            /** @description The object's page on the platform. */
            url: string;
        };
        /** @description The body of a delivery of reviews. */
        ReviewsEventV2: {
            /**
             * Format: int64
             * @description Id of the delivery, the same on every retry; deduplicate by it.
             */
            delivery_id: number;
            /**
             * @description Event type.
             * @enum {string}
             */
            event: "reviews.new" | "replies.new";
            /** @description Reviews by group. Every review occurs once. */
            groups: components["schemas"]["GroupInEvent"][];
            /** @description When the delivery was created. */
            occurred_at: string;
            /**
             * @description Version of the body.
             * @enum {string}
             */
            schema_version: "2";
            /** @description Figures over all reviews of the delivery. */
            summary: components["schemas"]["EventSummary"];
            /** @description true in test events, which have sample data; otherwise absent. */
            test?: boolean;
            /** @description Whether the reviews were omitted because the body would have been too large; read them over REST. With thousands of objects, their names are empty, and only the first objects, as many as fit, are listed; `summary` counts all reviews. */
            truncated: boolean;
        };
        /** @description The body of a delivery about the end of a collection run. */
        RunFinishedEventV2: {
            /**
             * Format: int64
             * @description Id of the delivery, the same on every retry; deduplicate by it.
             */
            delivery_id: number;
            /**
             * @description Event type.
             * @enum {string}
             */
            event: "scrape.run.finished";
            /** @description When the collection run finished. */
            finished_at: string;
            /** @description When the delivery was created. */
            occurred_at: string;
            /**
             * @description Version of the body.
             * @enum {string}
             */
            schema_version: "2";
            /** @description true in test events, which have sample data; otherwise absent. */
            test?: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type EventSummary = components['schemas']['EventSummary'];
export type GroupInEvent = components['schemas']['GroupInEvent'];
export type ReviewInEventV2 = components['schemas']['ReviewInEventV2'];
export type ReviewsEventV2 = components['schemas']['ReviewsEventV2'];
export type RunFinishedEventV2 = components['schemas']['RunFinishedEventV2'];
