export type CallName = 'list-images' | 'get-image' | 'update-image-metadata' | 'delete-image';
