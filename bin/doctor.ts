/** `npm run doctor`. */
await import('../admin/doctor/run-doctor.ts');
