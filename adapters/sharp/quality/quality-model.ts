// written by `node bench/auto-quality/fit.ts` from 607 references of 369 images; do not edit
import type { QualityModel } from './predict-quality.ts';

/** The prediction of the quality for an even score (docs/decisions/0073). */
export const QUALITY_MODEL: QualityModel = {
  means: [
    0.04041, 0.09378, 0.13856, 0.05028, 0.83901, 0.23295, 0.23831, 0.0847, 0.18786, -3.43257,
    2.42879, 1.88227, 0.39828, 2.36318, 0.58744, 11.14638,
  ],
  spreads: [
    0.01708, 0.03723, 0.08992, 0.03352, 0.4605, 0.2668, 0.20996, 0.11951, 0.12331, 1.32604, 0.93856,
    1.53009, 0.23219, 1.38892, 0.24032, 0.55575,
  ],
  centres:
    's7CQp1ZkX2l+kH6RkKCH/To7b1/kZPSnf4Sp/dCklGw0L09QRtxcaU/TLVlJSrds/f3w/WFkbGlkuY5ZSUpXbEtMa2leZGFu0xhCcmCQX2yYtNeodHNc8261jtbJjDdsaXWuorZk4Gl2l6FZSUpvbFRypnebZFz9eY6HWUlKeqCFilW7RthdclCqLVtpfUSwZGBQUlLVZHZXEy1aZUq2bFZgjIe1ZFxpgr6V/dKoTaBEN1JTRmRcaU/qTFlJSkDEorzgyZxqvm9pq6rhyrFwbIeJZnCOsn2lWaWhdp5qs2w2OGVTpmT0/aB5n7aNjpGgcIxubFhtY2umxDqLhbKEbP39zf1LZF1pYL59uK2eXWxERlRXbsRzimFSZnGXsnWPz8yrqI5ljZyAX5BZSUpdbFBTbF3TZOaJlk2BWUlKfWw/PGRaRmRcaf1wQVlJSmFseHpzkaCem7RijJSAiYam/Z+gh9SVnpDtW4eQk6l9R2yOnazNVGRcaY+ZhXFWip9sST9UW0dkXGpllEdiT5ta/cfK3aZ9ZHrLda+cknuGp2yOil9cUchga1phbGJYXKzEc3ebm3lkXG6eVmzHobOIbGRykYOudp2YabS2WUlKqzFlaGBXj3GPreZGWnZ/f5Bsc3GCgYVocbmdZnmGdH5M/Y6QY3NTxmFtV7BVWUlKTWx3hpmYt2S+enGuraKubEdRVWqne5V9wLF0tarIw4StbOzduv13ZIGQYpKLi4BgO6i/lIOLX2RtanJTaGpqi1Fse4lXWkytXmpoejxmeo09/YzLo5+bdJTjdJeZyL+1f2xydl1jkLGJuG5ij1lJSmVsX1daaUZyXGlsekV6aJevbFJJW2Jpv2Z1W6IvXn1QTGxzcZ1/yXDXa2mstsS/lXKhTVFqYJdtm2vccm6JiJlpbK7T/f1iZF1pZrqObliAdWx/hKu3cWVjapJec1lJSn+YrLqXkqVwj4xzmrJZSUp8oHJqeaNqcl69am90k6ewfGxGUpxwpX3UqnW0sVlJSqpsQjZRUkZkXGlP7EpZSUo+bHhiZ2VJZlxt2HdCemejTZVzbmNolKh+f2KSqYGcplhsrb3Kn6pkvcxqs6nwzrVcbICJc2Omg69sj2eXYYZSkF5MS25fkniLeLskXllJSm+UiIZ8bKd9orSBb368vYKHV0pTV1VMzl52VVcxXWadYGy9v7abmGWMa4akoKe1podseG1TVWnOaXtTmDRmkGC1bHdjdGqgh4qPdot+eJNmrPacpJSuY5qCbmSvjIuSiFqsyMO16V9sYHtqqYiFjH+nbEhKWl56xnJ+VqqGX4FTtGyxgqCTnW6rfnKYonNokoRsjqvUzYJkZmp8n5asi5GLqEBHfGqKZFx2yBdBeVObh2ybfnCSRnJcaWShV2hPqXiwgHtsX5F1i2zDZYVZSUpybH5+g6Fzjm6ZbqVjYIFStGqcmXyDsYix1meWqXaZYa1s/Pzt/W1kc3dmsI5ZSUpcqrbT4958ZGdqdqCRWUlKmGyAc2NhiLiDfV6apFlJSq2ofnxzeWJkYnDJroF2bpmNbJWsuJ9uglzibayJwcOINqBkan91oGSebptZfaeMk12gh3ZtiVBkXWp1cVlZSUpssGdZVVtMZF5tVYZOX3ylgcGVxnqAi6SBhV+Hmo2pnJFsXl9ydMNktWqEi6x9ZHqAbKOMnoK7ZNhpeI2kzbSicGxKRVNfRqdcaWeBOmFMrY6wbHmzp7Nk3Gl1m6NZSUpwsIh2a3SDc4hzhShhWUlKgmxpd11XgJl9qKhHY2hzfJawOjlrU7Zk9P2ReJi2jY6RbHxsg59VZV1qi3FagF15RGyRmmhxU8NhblqpY1lJWrBsUlV3cktkXGm8UDxZSUqMbHJza2uHlXLQfkd3h4iWZWyAk9jComfIbW26sdjIfWlsiYNub5qWipt6hJeKpYJ3/WtsloSkZFyfjXmCwqKyg2xgX4V1fGRhas44XqR3pXyjmoRfa2DBYYpYe2hpgaJ1bMvP0dprZGVpep2JjXSBR2zD0JSgeoV6i2iQjVlJSp1sOjxqX+Vk9JKBhaj90KSUoFRnWl2kkqPCiT57WUlKi2w2ME9QRrRcaU/ZOVtKUbeVWVNfXmpkam/9clxvh5JXj4GLsqG4ZNNpeayuqH6PaaCZlq6etG3NiG68tNHGj5tsVF2MhLFkXGmFvZT90qhObEZdZFpwsmmIa4MtZ4larWxydGxmg3t/q8RqhJOgqoxsX15kZ1lkY2qba1V0bKBl/bK3xJ1xeHTJaqyYg3mHqKBjbJuPiYejgXSrno2LZklsZ2FqYlhkXmn9YEl4aZWDbHuHX2heZmSBXnpob5Kkf2yTkYmIZZlnbW92ellJSkRskJiKdZVul3KPXJBZSUp/t2Ryjne5Z9iiiZamhJd7nWy/p5OZcmRtbXiLhauloor5enppgVDLa4hSvWpjhVG2bEVCWl5KZFxpuGJBZU6bWpWLncSuqWXRbHShpOrKmXSYVHKmeJtkXP15jYdZSUp6bFxZWVVyundxbk90bHBsqGyNmbSvjWR4aYlogJpmi4Zs',
  decay: 0.02,
  formats: {
    jpg: {
      curve: [
        [35, 59.98],
        [50, 67.38],
        [62, 71.81],
        [72, 76],
        [80, 79.75],
        [86, 82.77],
        [91, 85.61],
        [95, 88.27],
      ],
      targets: {
        auto: {
          middle: 80,
          least: 40,
          most: 95,
          weights:
            '4Tk5zeOdd/vBCXkXFO3k9tE5SMd9FNQAi9X+guet5R2YFK3QhxInyq/Hqy9N/JMUveGiCRbVp98XwUg5Vg9f3LzzOSp2DoswwtvK+clbouf3Pmq0l7WU9MXb4PXl1BMI19hsw/Yq6hwPabzWW88MGHT3htT7HnD8ggE0523ty/QPGkSojNnn30011wk+CksZLeTf5J8j7Ev2Yb0OuV2QAC8m0upRCM4CHwUK4w95yjqRH//vGc3ND37FJ8TRFFrQUxTPkwPTYGnMH4X3MhFlN+r6rAO3+E8zt/TXDO2z1+DnO5LTsFkzGHgs+BMxE+b2',
          unit: 0.001287,
        },
        'auto-low': {
          middle: 69.96,
          least: 35,
          most: 84,
          weights:
            'O0MD9Sr61RTZIvo9deQbMJE/1wGBPLS77bqY3LfMiALSLHXUEQBa3RDbyDTY67boM+/iFM2izwDDpkVF7N0rwOYY6QrrHaxUDf0CAXLbgg+hVB2ceqlMEZr+MjKx0ij/MuZA6lolQCEweV0Vv8BZ3e7onc0EGoMDRvudzz7tY93z/wapnaB86kAQJP/q/BoWwDb11dEkDmnuU+UstVY5z58FO+i070IDviK72JVrEP0fDyX4c/AWqmXAXeKtrvTf/u53/uT+5VDDUi048SAt9rnu0RTk6CIrxNgQCfLzCoNPC5jGox6jI7ggtx/KGq1J',
          unit: 0.001403,
        },
        'auto-high': {
          middle: 84.9,
          least: 66,
          most: 95,
          weights:
            'HCxD/w6HOgGUDB4QIfN36VsUWc+mBQ0erdEJg5r1wynA/RHVOh5R0jDM4BR0BS8Hk+TM/2PtJ+8X2psfPgyo5xvmLw4v96EhQ+MUBJVJ1NBwMMGovMOn6MvhIvvV3N8PS9+90AwuVhFjVProAMVGGzT7UN8vFYX1jxjeBKEG/wT4CLHC0PcI+6QmngogB/YMTdEA7xkXtDSzRhwB6zdiEQQ4V+wP8H8AKeErAnJrGC+0F/IOTuZUHx3TY8sPIDrCVhdpxMTDpFouK2wAaAKkTPMFMgCuCRcZdQCRCATACeb8HEnfBVCi90gWXf5SGbXr',
          unit: 0.001489,
        },
      },
    },
    webp: {
      curve: [
        [40, 66.91],
        [55, 72.2],
        [67, 75.48],
        [75, 77.45],
        [81, 81.27],
        [86, 84.3],
        [90, 86.77],
        [94, 88.84],
      ],
      targets: {
        auto: {
          middle: 79.84,
          least: 40,
          most: 94,
          weights:
            'bRzQGTMKIguEPbkCYPc391QLA7w4F47M5e1Z0Xoo4+ZyHUS5yPbG3JG2fiXS4mH2UCRw+ycj2s3gvQAoSv+wxOXqlgbS+szgtA06EyXB+wbLOLLfq8ibFCbXcRTMDqwNBeVpHbwqQxNSMRTYTkpmwL0A7tdW7nLQFRMY0DpAJ/Js4uvhfKNH7sX7Mg522u3abTX/DK0BECRdJKsIHE+zswI7Iv3RJJzUK9dQDPkQfkSWC04DnQC2wVgJ7AXh0U8NaQuzDI3sp2Z665EGbgyNDS2wzcTl6f80INZR+VREUP/33mX0Kyur9GY2Nj/8fE80',
          unit: 0.001788,
        },
        'auto-low': {
          middle: 69.47,
          least: 40,
          most: 81,
          weights:
            'EUVX9c0B1TZlOhs5/u8QO2gADPuqTKnxvP2HyBUpg8eYIKISzPH6DzHtfj202hcm+OJQFizvYOVE+JonZ75qzyHKJQQCCvg3vw+rwOMcsyAa/OfRU+OEB4/nxwlSG9P5LPhBUkoDkyg3TyEJv0QT+uIR9RAtvPeqRBpXJKAY8OA3/7guRLotzxwjxAVg26r6Ywj5LfnoTkn59Z1LAxcRrWXwaedBvef7fNcOabEs6gRn0dEalQYeqSndU876guX66yE5/VYC3RXzYW/tEwz2HEsMq0GgxDsw78vUwjMBhfQ931Te1O5FofQDEvHR8d8v',
          unit: 0.001462,
        },
        'auto-high': {
          middle: 84.92,
          least: 40,
          most: 94,
          weights:
            'awcgFNvZ6fmAFfLphw9b9VgJfMAhBhQhJgwKBIY9wel2D/q2gP422+LOmyeZ9QkiX/qqDuEVhN0euXQ2Owh+0m0e2fgZ+Q3VfAeDB1KZ+ungI+/tssAAFf/b+f15HvAXltl8DjM2HAFV+KzSfkdz6L0NoOpm8j/MFgCkxnklPwFC8D/95OBdz5oC1xUgz7f3Aw2pE7cPggkvAYPmT058thVUSPULViDKJsVh6OwRgiZwEyDhlvSMzur+XfFC+eMULPsbzzHPaU82zFEQ2gUkU97OXNez2MojUOgsBqpB0BhG8gMMAzMGGn08lUEGfSQL',
          unit: 0.001713,
        },
      },
    },
    avif: {
      curve: [
        [34, 54.17],
        [44, 65.69],
        [52, 73.93],
        [59, 78.95],
        [66, 82.25],
        [72, 85.44],
        [78, 87.11],
        [84, 89.11],
      ],
      targets: {
        auto: {
          middle: 79.54,
          least: 34,
          most: 77,
          weights:
            'awzNASjp2gcNCsTeXwEc3n8WxrvpHqDJOwCftgPQiO2sJp7h/xJU5nyswB5U+5QW6OopGAH+070szqFEqg6c5f3k5gnJFI3ZOAcQ503S+c+JMC/KD91XDHm0QOwV+9Eq693c390fFSSS/T/zOVGBrawgRYaq6c+YQvPQDG36CAg4CpM3ef286e0X9/9u+mwa4PRKGqW+bS91GEwKkx+G8ZYe7QN6IkvQuNsYa7AhTCasECoRuhV0CUQHihvIu10KyC7913/sXmFyHly6ogRGWmvHsxTeBc5AgO86F50MwwicImjpoiYL6gcY5P36fOn6',
          unit: 0.00186,
        },
        'auto-low': {
          middle: 69.55,
          least: 34,
          most: 63,
          weights:
            'kjdREy/6OhuQFNTp+As86EAS/OJSInTodwpv0cjUneLqNyHH9A+auV3mTySz6lAUi+D7Jwn78safuhlFcPLE1ePV5QBRIQ0Z0voc1mezmOvQ/1/TPdqdJh7FVPlCIwszC/gXCfQTUSlhPtfzcUfkJccKNr6q9+G8NtbW8uL6Bt/VAG8dXsyGAHzppPHA8b0S0CSbHzLtAUDA0vVBhC8q1u0huvsh/pmxm/T4N+7+hQw29R4akimG8RYphgD7guASYxefOWsJ51NKE1fcXBfdKcDFuDCOBQdJkLhK28UgG/2EF5PG/h8+vegCXxOPNp0a',
          unit: 0.002035,
        },
        'auto-high': {
          middle: 84.78,
          least: 38,
          most: 84,
          weights:
            'zgpIAyCnrP9iKdzjb/Skr7kjALQ9HxmunwQ5i9DYO+jGF7WpbRZ981igdRL1BOAe5UZ6IsD0P6+1xWNr+C3L3fn4eA2f+yOhIvHO+La3e9oWP63NDs8AA4nA1+ro8L9FnrLy6flCtwDU0H7X3VXmlvgmDrZ34PeCpgNPM8UEQQiR8XQW6QkmyaQrcA4a5ywnPv8mFn+w9E1UPrXwxCtD/Yxa9AU2Sb/Lx862S4o2whg6Om4AVTdHGS4H6gzl7yoBiyOlxMK7/3nLBzim7PMCc/KrXpYsBtRIVMhrLYMrTg2+G8f2LETJMfxApvljeEoF',
          unit: 0.00133,
        },
      },
    },
  },
};
