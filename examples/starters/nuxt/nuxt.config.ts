export default defineNuxtConfig({
  modules: ['@nuxt/image'],
  css: ['~~/page.css'],
  app: { head: { title: 'imagewell with Nuxt', htmlAttrs: { lang: 'en' } } },
  image: {
    provider: 'imagewell',
    providers: {
      imagewell: {
        provider: 'imagewell-client/nuxt',
        options: { cdnUrl: process.env.IMAGEWELL_CDN_URL },
      },
    },
  },
  runtimeConfig: {
    public: { cdnUrl: process.env.IMAGEWELL_CDN_URL, image: process.env.IMAGEWELL_IMAGE },
  },
});
