/** Copies of a PostgreSQL server: backups, its write-ahead log, and the restore of the embedded one. */
export { BackupError, listBackups, type BackupManifest, type StoredBackup } from './backup-folder';
export { planRestore, type RestorePlan, type RestoreWish } from './choose-backup';
export { compareWithSite, keyName, type Comparison, type RestoreSite } from './compatibility';
export { ErasureFile, erasuresIn, type ErasureEntry } from './erasure-file';
export { pruneBackups } from './prune';
export { gapOf, restoreCluster, type RestoreOptions, type RestoreResult } from './restore-cluster';
export { takeBackup, type BackupOptions } from './take-backup';
export { readBackupState, type BackupState } from './wal-archive';
export { verifyBackup, type VerifiedBackup } from './verify-backup';
export { dropSlot, WalReceiver, type WalReceiverOptions } from './wal-receiver';
