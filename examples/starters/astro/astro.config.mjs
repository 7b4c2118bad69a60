export default {
  image: {
    service: {
      entrypoint: 'imagewell-client/astro',
      config: { cdnUrl: process.env.IMAGEWELL_CDN_URL },
    },
  },
};
