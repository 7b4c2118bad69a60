// written by `node bench/auto-quality/fit.ts` from 370 references of 249 images; do not edit
import type { QualityModel } from './predict-quality.ts';

/** The prediction of the quality for an even score (docs/decisions/0073). */
export const QUALITY_MODEL: QualityModel = {
  means: [
    0.04098, 0.09508, 0.14854, 0.05333, 0.83442, 0.19242, 0.20315, -3.4488, 2.44503, 1.99509,
    0.39118, 2.43975, 0.56677, 11.05861,
  ],
  spreads: [
    0.01749, 0.03807, 0.09119, 0.03344, 0.47218, 0.25816, 0.1291, 1.35585, 0.93056, 1.54719,
    0.22774, 1.3768, 0.23543, 0.43836,
  ],
  centres:
    'uaePlWRohIB5l4mgi201MExNR+RO0SxXSUe7bTo8ZlzjaH2FqP3To5iu+Pjo/W5oZK+NV0lHXrw/PWFXR2jzcUBXSUdjbUU3T1BHaE7oS1dJR0LcY3GOgK17ZrO1V0lHryNjYE1PVN1VFixYZki6bYSIUrlH306qLFlpe0XDl7LSpnV4a7SO0suLOG1reK+ksmhymqNXSUdyw0BHeWeKaMEaQHZUmoptcm1fZZSuX5Kpf56kWm2NiFxZUs9YYmxgWVqw3MzJp6WOanxgkFdJR19tSkVRXEetZIE5X0yskcNVaaN4lIJxtKnFxYOwbVRdiIGwaIG8k/3UplBtWGN2fWRov25ChIShZsnn2bT4eWhgjIyKiGA9baWkysSYaHKop7KilnjDRTdPUEdoTudKV0lHQ2200N/bfGhzoJFXSUebbXdtUFJq1VGXM2SRXrltjY9gcFTNVa9UV0lHTm19e3B2Y2jCrYB0b5eQbUxLa1ySfbQmXVdJR3Ggq7vFnKloZ7Op7dGzX23Inn+KWGhpaGpjZ4JNuEpTVFJN1lNYMFtmnGJtdoWVlbZobq2tn7BqSUtSWVpgkrtdl5hehVK2rmx0WmZRaF6VUmGEo4RtOjpoULVojXiXs4+NlG14f6GvdWqQWXBXSUeCbWRoXVSPdt5HWXN/fZNtnZ6E0pWkWYePkap7SW23q4uLdYxvppVlhWG0Wf376/1iaGG4jldJR1ltX1dZXEto+mI/Z3mPV22SeW9htGqeYJ1XSUd0bZ6CcZRHcWSiVmhOqHttxcGx52BwZ6mIg419qm2Nm9S+kWhyrqOdkJhzbXl5Zn5S0lG8aWGGT7ptsLXAmnJ9Z6uYgXqFq647PGxc4mh7han90qOYbYOPYHN/uFaWkldKR7htRlKYbaSCcrOwV0lHrW2Pj19kk6tmaZJljYOQw2ZTV15Zn3FiRG2Diz6hYF6CcnxoxzleoXikf7NfVldmR3dpekR4aJWzbZqikKtkoGGvi4mUh1y+kZeLrFJolZN4a1OIoq58dlxljq1jdo9XSUdSbUVDV1tLaLFjQGNOmVyhf5LTv6Frarmx1Mp8a21eWmllaXDLXmlwgXNBbXd1fZV8d4WShbu1q6NtaWhhZXytckd6e32Cqm2Ecm2JUWh6cVZXSUdubVRxonWbaHaOh1dJR3xtdnKQgqJojoGQlXx7T8N4dnp1VWieklGblbdyWXaCe3aUmnRsk1dJR5PRoZyZjqZwg3OYuLaUcm2ChG98qp9arbFijla0bU1RZ12XctVzbYeJmGttkHthanrBV5WPeaSwhm3Ex9ijfWhyr5yQfIWqbaufdJpVc2eJa3yHjEJteGFkYktq0HdBeGiiTqFydamOumh1rbKifIlpbZKNXmJbyVxPbGJaWK5tNzFMTUe2Ttk4WUpOum1SVXRvTWi2UTtXSUePbb2Sf4hgaG9UZ2hriVNtjKnQy4JoeJ+VqYyPjrl0fIGRfG5yoJNmiGOxiqavb3dqtVqHhldJR6DDyMzN12xodp2Ii3V/SW1LTGhmX2jLG0FwYI5hbY2cqMtWaIqZhW9WiKNtSEpXW3rNVKmFXYJRuG1ja1xdhqqJinhygo6Ow2Nrl4yJjHGrnoqMZEttf4hwYKWIi2iXX4hQk1tMR1NiR6drfTxiTKuQbXlwU1J8xGJSgFpzWH7EbXCig9Joaqi11ceYaG2wiZGFmWiPXIRXSUeIbYeAbHChqWCLpJizlaeqWGBqantqmUtsj5GnaqGvxamUhHKBkY+Wo5VkbWJdZltUaPRjR3JqlXuhaGpQVFnYU28tYYejem2Ng3N8m2h9iqZ+aIN+rk1KUV1IaW5+PH1znXBtwc6QnXqKZpCMV0lHoG2Ll7CsjWiFaX+XZ4mJbYqbv6yoaXCgpOfMl3ekaGthV2jIWnddXX5RsrKPmGVuVMtXqGJXSVizbUtPa16cdLcnZFdJR3ZttsbIyopofHOQV0lHl5FmaFtfdrNhl31wkKdXpV5eb3HBaICLrHpkeINtZXR3bHJqyGF8c2qPi22PgW5olJNzb5GBj3mKPpijw7moaGqipqueh0uhmZdobI6Zd3GFWnhNk8N6hlhcfcNfcWtXSUeJrnWIi4O1gmqnrcDDm59traqcuWVofIJ9hZF7fK5aTl9lYKpzaVJ2coywxGprkoGjaIl6gb+ksYZtfoeIeI9osGKLsqKSgW1odKqftWhzl6FXSUdxbYJlaHNjaZZocnR/pIht',
  decay: 0.01,
  formats: {
    jpg: {
      curve: [
        [35, 59.49],
        [50, 67.18],
        [62, 71.64],
        [72, 75.91],
        [80, 79.73],
        [86, 82.77],
        [91, 85.65],
        [95, 88.31],
      ],
      targets: {
        auto: {
          middle: 80.11,
          least: 40,
          most: 95,
          weights:
            'ZdUxyJgazvYTzgvtbuP20t4vnPSjwj8Z+R/C/DMFdeWCIDgiOWIYHH427vhe+ucDWQf5+Q7owRFbAxYoHuK69gpRZM4sueEZBu5kyVYNahJJwpraDBL02QQT4AV4oqwkCP47FG4W/qy4/C/qQ8dk/oU7F/Ow+XjdVaAWJXTlSS5e3r4yJ8xq3k7fsMjnDTnP6q18DOoYWcrMKDkkft1CYpUAhv5PG2kPzRE6BmxQLCj6LTjbuvqr+1vro6WiHQcivt44IFnvHNMm58XT2SnqQen7WTHv0v18Q9oiWJ0J/uJN0eEJJ/cvMKZDzXzN7Sf0',
          unit: 0.003262,
        },
        'auto-low': {
          middle: 70.25,
          least: 35,
          most: 82,
          weights:
            'Ur/+IvsIJPmu3jnb7uVdFF0pxRXm52YXkfxn6gMWqey2DokdHkuCEM4OtdZL+4z0ZQmQF1D9eRVP9cz4q//Y8L5VONxGvocTR/h67BkT6AkCg5nsEAoHySvlkRDZ4ws6VfL4DqQsycUw6uD2HMl636A1GPivCO/ubrnJRDPxd/5G5S8Musnn/+vIp+f7D4PLfNK5TWX5+fT897Y62fYrOEAUL+FK/CAAd/Z+9bhRdSlYD0/wgec85VgLG7hzFzUX/8mSTwj+n88GJorra+yiH0g8qiX/Aj1TTdUXQoPlvgSXzCbzxQlHMg7McWFt6aUn',
          unit: 0.004144,
        },
        'auto-high': {
          middle: 84.93,
          least: 67,
          most: 98,
          weights:
            '0vV/h+Ml//rM4BAK5ecB4wsS4fUlzR0IixXDA0YQBuVZBeQLmGmrBrMwKfLBAxUbUA9E5rTqgBR48Yc5Ldif31pVtcruuJsR8PaPx4cE9QyzxFfizhVr9CUrBBM663EmRBl1MWIO9q7S6lbqtL7GD5Mjv/z5Age+IqWeFGS86xVzBBAtotBQw2HiNcxZ+x3NcrW/PHn8vdBJIP4PpcxZXt/6CgbmGDIZ1UJtKWg5tix0Qd/ncNbpKeHCTKxoDHIc9dCqHLznSsu96FreFyRGRSIF4xbM1BNUidVBUnUFqcEi4sINGj1UK181/3yA/Of2',
          unit: 0.00334,
        },
      },
    },
    webp: {
      curve: [
        [40, 66.11],
        [55, 71.61],
        [67, 74.97],
        [75, 77.06],
        [81, 81.03],
        [86, 84.2],
        [90, 86.82],
        [94, 89.02],
      ],
      targets: {
        auto: {
          middle: 80.04,
          least: 37,
          most: 94,
          weights:
            'YsxTMckbmA+rzBbhOt1B3IwJow2i36ka4NJ4GaEALulgDyMbIhwK9iMOjNfi6IkQmvMkG4/2Lxvn6j3ej9MN9Ds5sdzG4Z3u4/Cx7MwFdwzGoxYLgxlK8xrRlwIPFlLQkPtx98s6D9pN3SwA2d3c90wBYRMfPjnUvv6XN4QIHe6oxoAh3hlq9SzgphKB8mzhLgV88GYrFvRsKcoAhPRQF6D+7AIqA3IKzORZ4FxeEgKTIfXbwvVxFIoJntGGDBAQOM7TVmoXXhGDJjoGGvMlHoXt/vQ4IDtHiv8AfUy7yRTK1lHn7BFyRUO3O/zmK23w',
          unit: 0.004877,
        },
        'auto-low': {
          middle: 69.78,
          least: 20,
          most: 81,
          weights:
            'ddbKJW8nOgy+2rf0xABI7Anxzix592UvR+uq+dMBR9sbG8ch3Hv98ekuG98q1BwotNku5WT4XRnn97sJcqIRCODgLesmzcnynek53cogxwYN5aI2FRG5FRq4LO2kAegBWe9GHIwdjL2VHUzWXSqi5yrweQorOxQC9NosQKsG1LpU4kkUbh69JaDz3rsCC4dQthD3M90lLf8uBYX+4dIEg/IEPLRq/hs17x5d3WRuDk3T3rvyN+ovwMUdALcHBwvgPuXiR3D44ABRIoHyxfakFOEVPAhHNEEf+tjlITS1EuLx747ff16kMaqKrxaNHmwn',
          unit: 0.00359,
        },
        'auto-high': {
          middle: 85.02,
          least: 44,
          most: 98,
          weights:
            'TNn79uMIXRdawL0ljdoP0WgG+/hfxrASf8PHGP/8wfJeIGcWg/355R0Wqs6Tz64tYQQ2JVLxLh4T8Obq4BEp+KRHN9O91DwG2/sAz0f+cSkVrFbsghXY+wPusOwqGjTLsPjb4yE9FuctybDxKNOe10r7dgAnOyromB42SY0ulwtxs69KOyUTArveJhzK8eC8Z/1Ey+otpdwRLLr66QdzBZIDFDhz96gkUNbfvVNMm+cXXRfcJ+5GNMxFouEhDq4cmMWPROcDOC4cD1MJIhHKKcjo9/YEJCJkMvsAfXe+8eqmqdLQJQ5mOva4QOZFIP3o',
          unit: 0.003532,
        },
      },
    },
    avif: {
      curve: [
        [34, 53.2],
        [44, 65.09],
        [52, 73.45],
        [59, 78.57],
        [66, 81.93],
        [72, 85.22],
        [78, 86.93],
        [84, 89],
      ],
      targets: {
        auto: {
          middle: 79.53,
          least: 34,
          most: 76,
          weights:
            '/r9RGFMkLwLkxOffLOBOybUWbONG2hsmp8sdBof2ggK9FisqPDVfHP4fr8or/nPv5Ana/+Hy9in5DOLuTssmBZhTLOe04DEfv9es36ICb/K1uEUo8hIJ4WTjaQTl6o3rB/q+CyZL0s/47v3dduBe23vvVRIROrLPpeeGRL7aFf1H28BtWBJp2InWPSMRJPQ1ech7JfY7JuN08x3mHvGp8ggj0el8CsIPVyhd8NtZwzkwGZPIoeh+FangwL3D1ula4Klo/lj3k/HuA7gI3CPnIRMGkeZCPklEYOD9fPXWA/GTmcXmHhWTDh7ZZDbsUY/m',
          unit: 0.004061,
        },
        'auto-low': {
          middle: 69.53,
          least: 25,
          most: 63,
          weights:
            'a+LrIP4PawHEAGTmB+VmE9MT/PiM5CQq0Nso5DAK3PFtEDsjcDlOJfkIB+uv8TH1ie0Y+F/wZht7ISEUSsXX+s76bukY8NkCIN3q8wMPVe7ItS4xwPmk9w/xaB4ICFDhdgW6Hvs539ut7obtuOqv3XLjgRMlHnvd3q0bETnUav3V1ERWWvJX56bkWA33D8pCYOyuHRE7vgt77vDsdOf7HKEq472cBYQh8/7bFEBcqzuCETzMaeg+BLcAPfFA9FscaMHFAMvyAPSlFv0MNv0xAv3wg+kqFyI/ZQD/fNDF/u+/uXHleP4lBj3SCD5QSPnS',
          unit: 0.00486,
        },
        'auto-high': {
          middle: 84.95,
          least: 38,
          most: 84,
          weights:
            'a+y/1zodhQBWxyva0tx1yx0Z/eUM264aEeqgD979IBYcGBwhwhySCQQRuMgRA+shxw8sHBfs2RwG9W/jr+fFE0Vrq9tS1p0exe3Kw28Ewh1MvaYbdQ895lDxTgri7Hr8GRo98Cc94dK4A5/dP9aL1ok2zATgLRXcVuKSX7DblhFftk9XERgM3OnWTRGBFinhQdfXERwwVs3r6l3kOe8P294T3wXoEGsOqSlc92ZTnRrVKMXQA+mgLiTZ07Oh8fgatrw1Ix7/gOvw+DETOizGJgIMb+a0JRM7mdUAfe/hcvj+m5Ldzjk3C7PwsDF3N+vD',
          unit: 0.003875,
        },
      },
    },
  },
};
