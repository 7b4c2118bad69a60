export default { images: { loader: 'custom', loaderFile: './imagewell-loader.js' } };
