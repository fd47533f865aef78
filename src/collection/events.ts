/** A run ended: every link in it was collected, failed or was dropped. Payload: `{run_id, object_ids, finished_at}`. */
export const COLLECTION_RUN_FINISHED = 'CollectionRunFinished';
