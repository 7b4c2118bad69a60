/**
 * A lossy WebP of 20 x 160 pixels of noise with four segments, and with eight partitions beside the
 * first. It is encoded by libwebp (quality 12, method 2), because sharp always makes one
 * partition.
 */
export const EIGHT_PARTITIONS = Buffer.from(
  'UklGRtgCAABXRUJQVlA4IMwCAACQGQCdASoUAKAAP2Wqy1mzLqmjrncYumDsiWwAnTLaA+SBKj/gNkJJf+W3cv1K9123' +
    'j8237VeuXY9j+wonjem+NN/ELj7+gJXZxA0Tqo3XP+wRZoX/+LLGIq0kcklVMLNu36vkclRn1qEaS0HY1nJoupTOwb97' +
    'mZ3/FcXb9ls+UapAkSVIhEJs2/Evoj0IYcULkbNdWFAiuXQJkjD85HBrOpbbv23ez/2Qo/4AD7F7rp6OZdn12u5L3D3+' +
    'XsP5DY+03oPeKIvA+fy1cB19YJ51x/lj2PQAYwAAVwAAMgAANQAAJgAANAAAMwAA2ZBcPB/hAf534y7jjCkL1IJM47WO' +
    'Pz7IxydEuPHn/1qn0ExByrNUjZbktcY/VuCbfeq7f4VPT5VpRy9HWf2Wm2D6EIoJl60ZrziLc49PAL0sv5OISM2/siwt' +
    'ejQYK6lUogAAPwl4hYTedTwYCF+nVKp6JdBPvApod5pzPQZ3e6v4v3sbrRaqr5DEb5kWZfswfZ1XHbPqKq+SiHkTvxS/' +
    'QkiFlbMtaXMAFHSZlrDH+kOuONgfvIsblNAApls+9agoj4TEtUCGL0lnaXzyXYi4l/IwSDRKSKn1X1I61SMd+Pcc9W3H' +
    'vaYmlQ8uPgD890oQoDLeMxtFEglZebZKUHgoH2GOrhPIip9c2wYCWPb8q1V7eTQ8YOVWgCOKS9RoWkUAACA9hKdkSgXv' +
    'xRPalOGXctzPVsv7IduFnQ20X3xM+g9+YGft6OAApONofGbQ2V9HnS8EAJ1PYoQL/WM8l0EWeiYbs5cKVqtsIp2xqVPk' +
    'Nu8yoxnrnd78O8+AAPn4zyp0hthFCpKoVT4ldZJ2qIPooJ3aDPT16skmjC5aOpYsYENiM5Z+wCcCUy13SK9AAORrEXKB' +
    '+EPWszlYhMPH+3oV2qOcOyvDQzz1qJOqnrM+iOaVq1G5J/z/cSqfYdEuZ2QAAA==',
  'base64',
);
