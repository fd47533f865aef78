/**
 * Claims run links, reads the pages of their platforms and passes the reviews to the intake (contract §10.2, §10.5).
 */
export { CollectLinkService } from './collect-link.service';
export { VisitingModule } from './visiting.module';
