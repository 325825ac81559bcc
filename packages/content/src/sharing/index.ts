export { type Sharing, SharingService } from './sharing-service.ts';
