// written by `node bench/auto-quality/fit.ts` from 952 references of 369 images; do not edit
import type { QualityModel } from './predict-quality.ts';

/** The prediction of the quality for an even score (docs/decisions/0073). */
export const QUALITY_MODEL: QualityModel = {
  means: [
    0.03906, 0.09014, 0.12912, 0.20182, 0.01873, 0.04713, 4.69047, 0.06362, 0.2618, 0.21568, 0.0854,
    7.30494, -3.45894, 1.73528, 0.38652, 0.16387, 2.36698, 0.59266, 11.65918,
  ],
  spreads: [
    0.01752, 0.03783, 0.08986, 0.09066, 0.01494, 0.03302, 1.67971, 0.04701, 0.27537, 0.20253,
    0.12783, 2.01513, 1.38334, 1.47786, 0.22958, 0.37015, 1.38196, 0.24228, 0.95117,
  ],
  centres:
    'tLOUo7+qb6hiYWtxkJSScqCGuUBAaUZfYMNsYvz9p3L90MimkKc5NFI5WFInVdZeawzQWkpySbZjVFZvW2BfxVVi7YiyUFpKckl8Y/398+P9/XRVYm5rh7haSnJJV2ODltuin8aY7GXObqS43srIfWhjOTRSOVhSoafWXmsM0FpKcn1EyZbE/f1zbkpvYmdrgvCJiXKWislYYZBffYdmcGJea5a7/dTIqE5jdnyUc4SIl1ViXv13b1pKckl5v2dkU01aVTpgz2d2WhhbZ3JKtWOhoou5utmM/ZmU5o6Hl6vIfUdjOzxpQlhVNFli/P2neruPco6Qgf390dv9/VjgYmBrery9r3KeXGORk2aOeXVDVcBkbneuWkpySUxj0M6u/bKsu1VjkZqXYVpKcklcY3B6bmVparDdgaLOoGZ+oMhxpmNISm1UX2CRg2JefWgfeVZym3LJmrbawcCse4twXuuVs9zLyIw3Y09OeE93faNeYl79h2f90sipTL9GOlVEXFQoVWJeazboWkpyST5jh41Zn5m/jebRYHNSqV1qcn1Ei2prYmNhYF5tsoKqoIJqkshnr8lwe5yGY2S+qWTk/ZRtqIRykIy/uHNtV49tOFhiXmtcu15scqWBtcfM4JKvqoOFYn3Gn66WfHKGpmNvfLd+i6qfVWLja52aWkpySW+L/dev/f3ZfLZidGt6go+OcmM7xE9RcHWBgmpVYmBrJj9aSnJJVmOkj6GXeoWvimLfa5+N07bIom9jTFFUZVlUL1bTX21YZFxmcp1eu3yI043I5IaCYmVrenB3YHKIc791dm+mcG6qfZF1y3pKiolylmVjZ3WVbnaGnVVzoZesslpKckmqQWRznIeBf2/EjZp+nK6HjnJkSIF2ep9zoJ6SiWJeb2dZzaNys4djYGRwfn50el1+ZG5TImJ/yHRut7qlhH90fn6ik6OLqr2kuciEpaM9NlM5WVMnVYBeaybdXUtyUbW5Pj5uQllWqa5i/P2gebuPco6QYz5AbUVgYbB/YvyQr4X908iklIGBi5C1lqt5oZtev4iWq7vIiDa/js2nu5SioHpxmdyYl83CyLZ/Y8nFuZb47my/aWJ7fqiIjnJ/pmNQS1lJcWdQdJ1eayZ9Zk1yrYxjiYxycW13k1Wco7GtoFpKckmsv4F0Z8J3cVZya2N3bGhxaXJ4O7Z6eatykaSmt2LEa7Kmm5Fyi4q/rrzYv8/hi9Bih2uQnYxjcn5XY5N/Z3BxcF+PtXx+kZV/pMixgmN/jnd9Xl7HcWL2/aBv/c3IpJS/fH1seX+EQHfFboiAu2aGclG1Y6GGd3DGmkReal5rVKJsT3Kpd2NYdalwdHt0VWJe/ZONWkpySXljQ0FVRVtZhFW8foeHVlpKckmXsbOOmH6Hi7FVYptuh11aSnJJhGNZbap1eX6IlHrFrqqzzsXIhKxj+/Klyv3DWqaFZmx+gKClcpV6e5OpwKjM3oiNb6N3kqm5p3KUXGN1bn1ql6d8rm9guW5wlqnIsHtjVE5geF5ZWFVpZ2tyC1pKcklUebfV56jW4otVYmpri6BaSnJJl2Nzj3Fqbm9sdmpmbH/CjodysoNj2MaSstWtWHNkYIVup3JncqBYyXqIkI6Cl5qCYsRxraygr8hrSGKdnIB+eoaiuoW20aWVeZtyYaxjVk1fUmNkX126aHaJoWB/clBLY4qJgLtsb7G7eqexnnHCwMiChldYal6WYF/AVY6nvZVBWkpySYpjnKZ3nnZ1UWmucW+Gi26GcnijybLV/c39/Xh2Yl9rjbZ7bXKIdIG+wrmlm56neWOQbJ+jq7fIpodjrr/NtJGin4Riw8ersvfRyLVcY4qXq5F6i7HfYtZro5G4oXKGamPq3rz9/f2EqGKLg4uMkIhyYjxjXlVZU19dYGu3gZ9+XH6ccrJ3Y0Y6VkRcVT5VYl5rS01aSnJJQ5auo3u6taFVr2xfdGaJgYhyjkFjREuAUWVtfnJiXnZrHHxVcpyGY3Jul3SKjpjVYl+QfnXDoHKxeIt7cVdXW1dNdMhre42XaJLIYLRjrryb4ZOVolVtk4usmlpKckl8gZSbssmisJ+6YrBum42slHKISblKQ1REYFk3Y8JeaxeRXUxyrY3JjY98nm56d5WeoaqjpH+VcmZJv6Cae45ydq1whaijoIJtk8htl1Vqb29rfn5yeYNteX9spqfIqaWjUVVuWmJjo51rn2yPdI2KcploY5mJb3OokUxloV5rUI9oUHKpeMmjk3WQeXBPVWpia3aDWkpySXa5SlafZG5zj1V626exs1pKckmpY3F0qoVyia3ZYvRrsKjfx8iZZWNzeYWHj5mYj5qHx5qCsLvItlu/pL7kvarNm5doxHCgqujMyLFvY7qsk7mIkZ2rh5dxnZ6fq3KiYWN+i1uEZFxCZqlga017aHxyjT25W2ulcXSEjl1wkJ+ZoWBtcl6ptcCXhqCxjm9nYm9raFVsbHKLUGOWkmR/cGc6Z7xpdGhQZltyWqljg4x3hmZlrH+AtW6YaWOIclKPW4yUxcedu539YsVsray1rciEUmPAqZeJrJ2FlWJvbn+LsKfIoom1e4OofLO2hlVjZ2xwWlpKckl/Y5Cu2KLD0pPhYmlrjZ6xjXKRioZPSlhOYWJXZGNeayaBhmpyo2x4cHllb2Vmcr+yg5ChlW+WyF6wY3l3ZZdiYZVqkHjCh2WMp8inbWM5NFI5WFInVdZeawzQWkpySba/xNKXn6yjg1WBfoqLkFpKckmcY9zi6Oz57n6hYnZrj66HcnJ/R7l2dIWlhISipGV0tXVoiXZyfkzJsoWjcoqXomJrsH6fmHZpcpKDY4SMempvdKe1dIKgm2Zxk3JoqIl7jnGPbmyyVWycdodOWkpySW2hknJ/c4CJfWWSim6YpHWWck2cmYuRkZSVkJ2SYoJxgl+Pq8iFV2NMTl1XYGBKZMF1fpWpYYJyU7Njy5eSjIyJd4RijGuNkoZucpBtyZV+j4DErminYl5rVZKQYHKwZGN8dFmaXFibV7h7kYZTXnNyWnuLe312aYqUhJiaoLCYjIOKcoalv5fIfaJ/g4eGn4SElYiQq8ickGNlblt2ZV9Ua7Bldmp4a4fIrmuhe4OioIKXreZ8tHSnmaeqyH9ylZWUjLaRi21VlWlucndaSnJJRGNXTmdhdnJ3lXN2a3Zle39ynljJWEtmTGpkY2+EXmsrTWdTcneilqKgdNJ4c3F/Zml/eGh5fHJ+P2N/eIZydHa6vmKzbpJijGpyeoZjdnFmmWtqaHqjgX+ckoSecqZYY5GWknmMlX2Af394mKBvishmrmmVs7W1oLGRg2uMfJSYtLrIp4exQ0BnXWFcc1ViXmsqcVpKcklhY4uSkbiClb2+cbWqpIeNp3J2YGOntcWzpqyce2J8a4iV2bLIqGVjlImAdoeGmJlqXqRxapqMcrF4yYJ2Z49jZF5Vs4Z9m5laSnJJrIZ1fV1nYF9mcsFxb5KdZodyhp2xSUJXRGNfUFViXms0oFpKcklVtXJ3cG9scJq9jriil3imq3KEp2N/emKPbWuRVaKFoZR3WkpySVBjkKCwjMvRbmtiX2tymXRXcoqeY3V5sI6AlKW/YuJrq6ypfXKLZmOKem5shHefVXCMc5IsWkpySYFjbWVuaG5xfnViZ3VlUZKYyKx5Y3yDuHqsvZC+YmJsgnmdZ3KSisRnbYKddHito2Kjb3tbrI1yk12Bc3pgZGdlqXeYi7KIZJuoyJidY2pdWE5qXUBfYmBuVYZifnKlgJWch2J6cW50f7xjiWt8bINyonVjzMitu66rlaFicmyFhH9fcn1iY5KbgnV7iYjVkauypLCVrshzrmOemIzYsJyTlmKGdI5pfHNya0ZjjqDHm5OypIJi2G2eoPHMyJl0fXp5hG2cm4qGcHmAkZLEtcitn2O3s5mKv7d1m3p+fJKme4xyfqW5VElqUmFial61aJmPml+CclG0rpGazYiivp/PYrtrn6GfhnKPkGNVYG9mamxgd66FeZOsZYvIWqp1Z3WRbXJ6q49k36ColYiZcnucY2JaXU9xa015cF5rM3t9aXKXrmNMTGtmYV+XVXxpcnIsWkpySW+4naiZp4qLgXKJeHCFk6ilcpxNhZyjf6aXl5GWkIKen6SJmcikbWNqfJ6AiKJsaXx8o5SgYX9yULJxdmqBfZGHg59iYm5QQo9mcpxhuWJecJhsaoKBaWtteF91gXJ0QGN/dmSgcGhJVbtka2R3WkpySTeEuq+SgY+Rb2iDd3aRpWmFcmKvWlthe2N0eYlVmHi9mYtaSnJJr3VOV1pqXlg/XMlgdmFZX2dynWBjiXlwdaeMVVViYGtYclpKcklsi2lgfY9uaqGCYnFseXOOcHKVXL+amLKEi6GVs2rTiKu618jIj5pj+/3w4v39fVVidneKr1pKcklch4KNs7OVrab2brNypJyqrXJ9ZmOXr7vLsaNtgH9e3JGrx8XIiDaBopxkjWplb2Ssfo2WhHOdyIKepW2Akal3gqKmb8GGrJzLwsiOToCMgot0eYaJkZWuu6iurLzIgK+nTUNXU2NdRWJiXms0k2RQcptZuU9Tcm1kY65VbaZ6hilaSnJJc2PIyrey69t0iGJwa4Oag4Bynmq7ln52k2dnw1VjvnqdYVpKcklxY5Oca352dERVvmRvdqdbSnJar2N1hZl3f4qSYn6u0pmeaX9ya6ubZWGDbpCWjLhkj2uNkpGJcqFeY25wW2BeWoJeq5CinWFbbHJLrL5obGRmXlq6mG6TqpBJeIByf49jUlNwZWdli3FiX2w7NYFccp5/Y2JUVFRZVEdYxmNxW1RhgHKydrWhpMrFoLueqWK7bZ2hs59yiEhjgoyPjn1+roRikmuIY7qicpR+Y8W8wqLw2XqrYmBtdI6beXKSc2NxdHdrh4dgb2Jga2SPc2Byip2/sL21yMbFgoViamuDjHJTcn1mpz8/ckdfYa6FYvylsIX90sikk2ONpsOto8aTonigcJiOiWZyemZjfY+hmY+gn3VykbCYj9vGyLR8i21lYHR0cmNarmp2iItoiXJyULU=',
  decay: 0.02,
  formats: {
    jpg: {
      curve: [
        [35, 59.58],
        [50, 67.12],
        [62, 71.61],
        [72, 75.86],
        [80, 79.67],
        [86, 82.7],
        [91, 85.51],
        [95, 88.11],
      ],
      targets: {
        auto: {
          middle: 80.05,
          least: 40,
          most: 95,
          weights:
            'lg2P8bL4u/D09h0QSiNtDBcQpu6qxO77mtzrCcAEwAkx+aIFIwKiERLmQB/W/Bkcrg7pDU0Q4wuuNcTk9fkSDIn8OekW8ioIxRwn7+7Zx930DwPgYO5XA4QVD8QuDWwPMQTCDEfxgdp0+CgHcsRB6mbzcwVICkf4fhxFDDHtEfPfFsH39QHH9mLeAfNE9B8YqAh93b74KRtU000xqCXZ/17iA/FT+AvxNAH6zAXVPvBpAG4WVQgyG5r9kQXS+Hv+avxfDQQXgUSQ9x4Yo96k92jolQ/EJo7dxwTW+lQV0/MGzRwLegGt7+jnzwhT31zw8UMQGdTTdtnu0uXsAlwAvsoIWR1FAjcBueXULSHcrNmwEAv6ai6y1eM8SSCx+y0uUfRUEgn7OO79fMSlYRzeIx4A3uq+AMjVsFBN29IRoCvT5sXksRzj91P86uk/EcnnOeUPFKcQbutl7OALgA9uILIFyiH+8+8afQP3suIItQctQ4v0ChCkHWE9abzR+5b2tSta6KTIVv1+7ljv/x7s/w==',
          unit: 0.002109,
        },
        'auto-low': {
          middle: 70.21,
          least: 35,
          most: 84,
          weights:
            'FxHuAiwS3xir30Yb9hF1F8ow3Msa+9ftX+ZmGoQPzfn24mj6dwOWDOnPNylK7IcZlN39/50QrRbuPlvCMsenE/zceNZV5hX52SUzAKfmrfLD8/7dQvUO/oUwa9HkDFUHQe9THrDhYM+a/jRNWRL2yIHepwxoDWDuP/p9Djbzj+iONh/2fRxl+kAL2cC1AFEKzReG14v5PhIt2n0CbxiFAhjVzBIA8L3JlhpO0G/kpKr8ERw4ntydGtH2cRWnFvVaHhTaSxXcLCfd8oUX+cfqAUjk1SSWLDYETwGb+IwFHQL0097a0CNx4jrTO/0b4RkMXmW1G76xS9hq6XgRBBo0vocXGC19//gOoAJJXvjKTdliJGcPveVZoEDuhA1XJg5Ewu8BAYTgX94Cffeuhh3yPNkTVu+bA7TOHilJ1JMOXieK71Hy6Mmm2ArZlxOxIimt0g5WFq0DAvtx0Kj04CY0HlgXIj2i+s0lTURk0036BtcvRcr3SRYd4zJXg72hBbfGhGrr8f3gFP+6CMQRohmx/Q==',
          unit: 0.001874,
        },
        'auto-high': {
          middle: 84.95,
          least: 62,
          most: 95,
          weights:
            '9Cov0aviYthz/xEVtS2xCtIHEQQqxRQBAPORArMTWwv346fbegJ3DeDpfBMLDlk4qfejGjYLfwB2QL/fZt8mDr76E9a327IlsgyU8PPN4ManEFjmo+QHFOIT+7kfEbkVSA+SH6L1zfA3FAnZ77JsFI3f//fXErUEh/+MEcHumuUFIowLWBB9/fDSaQzB33IYqA7IFiL12x5M0/cx0jB1AUbgfegyBHwj+OClyuXWxNPc/CghSyQQ7o7/tgtT5tMZzvpmCJIgS10m9eEX08gT840DhQJAIC2eePE2CoggT/bq7zvr8Oo24fPxShM5xY4K4DCBF9bTLvSE2/obAH0dxBTUKgD3ItT3scOZ807fTtZpGjLttVjPxuVdxSVHF5kNI+yU80sCB/kFZkGdfSFfIjwNDtpR29/Kw3xsvT0BAiBKvBQHCB9mEQoPBsycMVyz677ICdIWLufHy/odxQoJGuwFMgJN8GYd0+shz2sUkhWJSy3rlTc1DktnLrAlA0nhKTvJ5WPoxwBfMX758yiq+g==',
          unit: 0.00135,
        },
      },
    },
    webp: {
      curve: [
        [40, 66.4],
        [55, 71.74],
        [67, 75.01],
        [75, 77.04],
        [81, 80.9],
        [86, 83.96],
        [90, 86.44],
        [94, 88.51],
      ],
      targets: {
        auto: {
          middle: 79.94,
          least: 40,
          most: 94,
          weights:
            'qes04iQO5xhzB2ww1/mNBAcQFOyxx5DoJh/DCmbQbftj5lX2aupg7grI9wCV5XQW6/W79pAK6QDnOFO5/dXC9SvpedemDPcNhA9Z72bvHdqMAPfwhAykBxspw9jH6FjsR//t7uXfWvB5BM0schm79SsEqQHnC9EApOfr8W7/Jfml85D47yJkPV8blvTeAyf/kgtuB3H66+gl7g4T5S/S7lf4jB6VAKvMcdylHd33fNAi/OE3Uvv01a0rpCT8IllAfy2B74lGKzDH+j0gUdfIEYUizfT6LVv+TfydARoZYTy71m7FGwJsEkHkS/i6BEfwuUrP0oIADuzZHAkoNFi5xrMtBwjL7oX8U9AEFKzkl/GADI1Dvwv94iPTqQ/aO05ZIw3j+ajqf8m6HYX2Gx7SEYESWRPXy6kDINdl3x8mO9fo+boYfOK393oCAN0xRBYT2vWFE573P/Nb7nTtNv007J0cRQlRHbJEni8vp3sXOcgG9uPQgvIB8dIt/YIh3kmq80A/8CrWFPoIRdf+k/RA8g==',
          unit: 0.002269,
        },
        'auto-low': {
          middle: 69.52,
          least: 40,
          most: 82,
          weights:
            'HgZW+dcDeBox9TwnCgVJAXlMh+Vd+OvZYhQlFvbphu6U9b3z8A+n15P9IPlC1/wL9CPT9uUAcvkHfTbI2ugpBS3mTAKcFjr8EQ1RDgH66/UYF9ok/dArEuwNgwqn/pMLLtxq2QfrJOsC/PYmQBQz2IP27Q3V6rH1/cxA+Da7INgn2TL3qxH+Mdb7+hCs/VsTHTDaEaL/qhjz9e0DjSGo3U4leAla9Wrja+hSHqvuGL7h+/QgRPHc0dM5qS7zEYE45ep/F1v2aiKR++oN98TiDd4os/Dh5rsJXfr7GvXxJyJ0/TbeTMPmCIMLzvzA9rUqj/2Q9m7cNyPu6Ps3V+p85x/XVf9j70gHU7usHmy7bQN7/6EVN9Pg/NH5sy64OiX7WDVmwYGt6Rvc2i30SxuLCmQ2aAyUxNsFKBUv/A4WMN298oohGAys3H3SsSV9DOP/VwKhJB4MTCie71jckyA35i8pu/CH+XYvpBIA8zDxURNhBrwDhlyz5oIPQ55a/N+O5m587/xgn/IIC05GD/mrqw==',
          unit: 0.001855,
        },
        'auto-high': {
          middle: 84.73,
          least: 40,
          most: 94,
          weights:
            'QARS8AnpqeVsBl4hfvlEDHwGpvMtzaXqLRtAAczGMfRg2H/fxegg64TwaQBAEIYWMfe7ACAFOf/C+SaqV/Fs5Vv9wMB855Eb1gOa6E/C2e7F8XzvwvIGBWRKf7+f9cHhJAj11jLlLfCmBREqkLSD8DDXfP7ADS38WR1w3w35DgEsGb7O+i1oGmvUBdWsC2Afbf5250T/pM4u18EoSx4y24/syRyJBkoEROulFlYTldrh+cAizCCk1DkNtxOaJFc6AR4f529GLzl+/34jl+Q8BykZOQPsZRXiYRaM+28edScZ027qWga3APLUzP3U+cPHQ1bqzcrpw/LdRdApYndjuOcz4xTX2LDO8tR2SqH8QurBPA5S0Vnx6H2myRZVO/Z8nwhPIlz5z+CzEWAHtxN9PMTy8Rtt0W34khec0dUkzeKT8IhNhuvR+CckTMymOzb5Jtb4+IcR3eS86R8rRP/JB00ZDRUOEFUhmQSdto8khPeNAB7gXfniAFY8JY5/xEqpgRkl7hDG1fJQSL7/hiV74w==',
          unit: 0.00153,
        },
      },
    },
    avif: {
      curve: [
        [34, 54.65],
        [44, 66.03],
        [52, 74.21],
        [59, 79.08],
        [66, 82.31],
        [72, 85.4],
        [78, 87.04],
        [84, 89],
      ],
      targets: {
        auto: {
          middle: 79.66,
          least: 34,
          most: 79,
          weights:
            '/+2G+QoH1OvC9ssVTQ/AA9IbHRZgy+v2P+XSAeDwTwl73FYDd9wsA07tyQIu83DrzhfPE0wIWgdENQ/cmN/i8UkS9/CsFPrxSw4/7ZjvUOWCGCb0R+28BvQauMXn64r5LvPa+3LoUOVpBb3UxNUb6eIKN/2FEbkQ4e1gBhvXKePa+uEdkxjBHO+8MAnBBHIXUCXo43II4Dc43s8oh1XQF/jgWAh8HbH+GMlbDJ3PR+hPAcgMkRXUA04RgPb3DiFAigaM9edF7wIqD8oz9Ni6DvgCc/LT/qPtjv5L/y0sowsl2mT9QPYc9z8Pjf6EIP3rFjJqDHgB4PU/DUE7VGSJ7IQttBlk8RjqztpMETr5oNH+O6IY6rH39+bxJQtpPq0WHACIB6jNZvqOGqa3jxeuAb/YEQHc1QfmFODw7OxBL+rB2lzxUeoqAjbuT7s3RzT+8ONXKT7NVi1Z95XlAQp491kY5Bc29uYcfjjAFlopAw8a6WcXFrBVK7o0/4IkxSLJmlfs6aADot1rEM8GHgkEBA==',
          unit: 0.002651,
        },
        'auto-low': {
          middle: 69.35,
          least: 34,
          most: 64,
          weights:
            'YPqB9WALudgw9dQcKfR1/icsGARn6xfxHenjCozfxApg0LYDyOWV/pb23wnO7Qfm4xysFLIM9QoYHwHgWOZy/IX+48zSGKnq/R7q9S4FMvxtGjT8W+yuCNMWPNC+45nuLARGFOvlXfwUJO76wyAz7dz5wQXEBlkfJN7+AUndi+q5600Rqf8eMNn7yAnECI0UJSOB348J5wwyB4MrElK9HfPSdAtCEIUCKuEoA0nbKOhhB2UjdSEt/l0KThKzFMAslvKuEbweDhnzDWUZZeLkFDBCofhU8ertUAG0BAEY9hE4Afb23g91DZHnZwJL+QTeRzz8EangXe5WD0ss8hZ7/QInxxpJBsnqePnjB87jod1qK68PXe3o5OP6zRPgQCMl1P8m+i7Ijfd7r4OpcPu6ArHTUAFpwrPQM/LV9x1RsxHY6M/VcuUc8IzajOgyNIb6Je/LIP0YCvmNH/rTlQyk9kUUPSXS/v4ZV+Af/KcUofd47ygfIL5J6T8h+4Ib+qK/vFaB1JQj+OB6ExAPshtzAg==',
          unit: 0.002937,
        },
        'auto-high': {
          middle: 84.76,
          least: 38,
          most: 84,
          weights:
            'bgA98l71fP1z+5IRehmKBEkOlBR6zof3zO4+/ojpbgTX5psFSt0BBJDDFwK69oz1QPBbFWr9ZwBEM4HgMtxX8+MZnvGxDFL5oQqV6KHxkOFdFgzuP+wIBT46LMQQ4aoEEvgt/83y6uSsGPXCMtBE+HkOuvnbFE4SV+2pACzz+O6TAOMZ0BxSE1WpRQh+BMsOig9R8tYGRx397hgY2jR6EGruuQaIDisgYOO3DX3gK+AV7Msf3R1EA0cRJP6oDq81HRHo6elF9fB0BfQzsdpR/DrzzOTSCtHKSvh5/8EpGhApwWz6f/PI9YoRovp9EF/tbivHAQv2zvkCD8YWtGZc5RsluAcb5zLlbt2YDu4HnNbnOkMdj8hw/bPzSAX4MoEosfyBGA3jG/tISsjEEBjVDJ7ppAIE19P0Xuen4Ug5Ytkl1Tju1OgxCVwG3Mf0WnX/T+NuHh3WPx8G6jLzBAUHAooflBqa9isQUlJ2Ee0WQwt+9BwQq76xLb5SAYNRvH/TX0GY+D7f0/OeC7MALgoLEw==',
          unit: 0.002332,
        },
      },
    },
  },
};
