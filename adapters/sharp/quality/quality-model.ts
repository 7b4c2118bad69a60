// fitted to 601 references of 369 images (docs/decisions/0073 names the program); do not edit
import type { QualityModel } from './predict-quality.ts';

/** The prediction of the quality for an even score (docs/decisions/0073). */
export const QUALITY_MODEL: QualityModel = {
  means: [
    0.04009, 0.09316, 0.13701, 0.20673, 0.01934, 0.04936, 4.93134, 0.06719, 0.24157, 0.24084,
    0.08648, 7.51609, -3.41488, 1.874, 0.40143, 0.17138, 2.34979, 0.59636, 11.15969,
  ],
  spreads: [
    0.01689, 0.03684, 0.08928, 0.08754, 0.01482, 0.03293, 1.65839, 0.04911, 0.26823, 0.21084,
    0.12448, 1.86951, 1.31101, 1.55538, 0.23339, 0.37684, 1.40085, 0.23811, 0.58149,
  ],
  centres:
    'tLGRor+oaqRjXmpsj5GQcaCG+DQvTzRWUCFU2ltqA9NZSXFKtmw7PGZCXl6/a2Pz/aZw/czGppDb/f3x5f39b1Rja2qEullJcUpWbFBTbFheXcJUY+WIskxZSXFKfGyBlNmhnsST5WbHbaO71sfGfmdsVF2NXHyFYW5jW2qUvf3RxqhMbFRyp25yd29UY1v9kY1ZSXFKeJ1kYFBKWFI0X9NkdlMRWmVxS7VsoKCIurnXh/icj+mMhpOoxn5FbP39z9z9/VPZY11qdr63rXGeW2xENlJAXFMkVGNbai/qWUlxSj7ANjhmPldTLlhj8/2mebaNcY+QndHOrP2xqrdUZY2blV5ZSXFKW2xtdmJtY2RuurZ/kKCVbZTGX7BsoYN0bcWYP11sW2pNo2pOcal3bJm12MG/qneIclvuk7XUyMaNNWxrZFlvW1daZMBue4B0aY5xf6T9Tk9tY2VjhnBkXGsyL35bcZ5+bGx5tHyKqJtUY9xqnJpZSXFKbq3Iy96Rrqh+gmN5x52vknpxhqZsj5FjjXdzPlTEYW1zsFlJcUpLbHd0YpZhXpFok3TEhGOJpcanbGw6OWs+WFSlqmPz/Z93to1xj5BspIyelnmDq4dj12qejMyzxqJubG9rlHKIjJTPY12QenO9nXGwd61kcpJrdYSYVHWcl6y0WUlxSqs0OjtvQ15fqoJj86WwhP3PxqSTbO7fu/39/X6jY4GPhpKLgHFgOaahn3HTd3FtfWhmf3Rmd3pxfz1sgIWsgbi5gFdkYmpqXVlJcUp+lp2afX14hJ61h7DTpJV3mXFhrWyYhmxxp49GZKVbakiOZk9xqXf9REZVT1xXTmbDc4pxUXGWcbJ0jq671sDO34fKY4NqjZ6JYXF/VmxeW1ukXVihVKGOvZFVWUlxSoWHrr7LtJCgm4FjvMirtO/NxrVbbGNsnHeNkHPDhqOAm6uNinFmR2xLTW1zgH9lVGNdahw6WUlxSlVsycW2lfjsZ7prX3p6qYWLcX+mbMColIirm4CSY2xte4qrpcaiifNxjG5obW1ndGxja3vFi4VxsoNsVWqnc3h8g5F8v6+qtcfCxoWsbHNremiWpXeqcV66aW6Sp8awemySqL6oy9yEinGedpCqtKVxlFtsenppd32BO3XJa4h9vWSEcVK2bJXHeqJ+gYKEo4CEk4eNqMackGxKRVRDaF9CaqVbahaBYUxxrY2tr9X90v39dGtjXWqKum9YcYF0bFJJW05hYlpcvWV1hqJffHFRSmyIhn27a2yttnyhsp1vu7zGgoZYrbuY45KTnVRvjousmllJcUp7nVxoalpvbXF3ZV5vdoV3e3GiYu+zi5V8homtVGOWbYRaWUlxSoRsc3iccZ+cjoZjW25iVcahcbOGbHiGjYyBlZV/Y75wra2crMZsR2uIlamQeYit2WPPaqKRsp5xhmlsbXhrYmhorNaDnNCfZHudxnGmbEI1UUBbUiJUY1tqLO1ZSXFKPGxSWV1aYWRzb7OJl6CXYYPGVbGdzaCErryOX2NjZGpgZmZmcYRKpaa0w7Olqpd5Y3lqhZXSr8aoZGyIhH+6eIC8sIeYnJt9fp5xcXGdj4pffmVdQ2jHYGtbYGJYcV2rwExLb2ViYKZUd4t4fiJZSXFKbZKOrNahw9CP22Nmaoufq4txkYqlc3Keh26Ap8Rv1mutrMO+xpZxn7fV5ajW4YdUY2dqiaBZSXFKl2ybhV94cGtwfcBhiWZ7aoFxonRsRlKcYWxxilR81KixtFlJcUqpbI3NpLuSoJx4c5TelpfHvsa1fmxfV1pMcGlHd3Jbail5e2dxl65sTVFrV2Fgn5ltmmyMcomHcZlnbJatucywoWh+gVvej6zAwsaINJ2uoni6tJ5Qq21ddGCJfoVxjj9samJrZW1uenNkZHRfTY6Vxqt5bHdjdXBra358homOoIt4knFnq/C6q5G5h4+Zp4qTcJyemqhxomBsipLDyJy5mfxjvmutrrCqxoRQbF5iV25lXkdwvGh1i4driHGpU9R5blRUWVVIcsxoe4qXZ5DGYbVsgYp0hWRjqH2Cr22WZmKGcVOPXz9HfU5ja3lxY1t2ZhZ5U3GchmzF0pSeq6F+VIN6iomQWUlxSpxsgZGKfnyHd2iLgnObnWyKxmmus4BzZI5iYllUt4J8mZpZSXFKrKb9/e7j/f15VGNzd4ewWUlxSluoaFlVS2hbOl5jXm1OhWB8caWAvbKDoG+JlJ5gbap9nphzaHGSg2w+PV9ZX1xpVGNbah50WUlxSlSOc3NspW5spnuUcc12RoeHcZZkbEpTV2hdVTpczV52W1ZeZnGdX2yjveG9qcuXlGq9b5+r4MnGsW5scGB/YYB+doxjW2pFcoVhca13+J+YeY1xdKlvh6Ojn4FrkcZul1Vkan+dc3WpoGOdb3dYp4txk1udeHeBapuZhoRydYCOkr2yxq2fbJWLgLyPhWxUlmtucndZSXFKPmxpd15gXFeSfph8popGaXJxfZWtiHZtc6aKUFRjXWpRcVlJcUprrZScxoWVraHNY71qoaGXhXGLi52RmX9zeoeEz5Sls6OxkazGc65slHyMfsSsY6NjW2pOkoxecbBjbJJ8ZG5wblmMuXh+jpV8osaxgmzZzaKjy7GDhGNzbHuHjZFxn2eYSEpaVF5eRGPFcX6UqmCAcVSzbImPjpOTjpmPY39wf1yMqMaFVmybn5+flaWHdoB/eYyTdo9xilvQuq6QgI6PameGc3aOpmeDcWOwXYyexZqSsKB/ZNFsnaHpycaZc5aRmYuXeHayVG2XcopbWUlxSn60fXaDcHNztrljrW2QX4locXqGbIh3a2mDdZtUcodzkCdZSXFKgWxvdG1sa22VuJGyo5V3oahxhKdsj56ti8rQaWpjXGpumXFWcYqebGFbaJ9saW52bGNtaWZteHFzP5duYV1hYV9+bqt8poFliKDGkqOtc25jmGpoY3infn+bkoGbcaZXbJ2Widqvmo+TY4J0i2Z6cXFrRGy+wbekmpyjd2WMbJ6kprTGpoZslZBhfW9lNWbBZnNjTGVacVupbGFdWHJiYW9pjnt1jFFpanF/evN9d1+Oa2iMVKaBoZJ1WUlxSk9sS0ZVS2BgUmJlW2obgINocaNrjnN2ro1/kqG6Y9pqq66le3GLZWw2ME81V1AhVbJbagzZXEpxUraTOTtqQl5frH1j85CvhP3PxqSTnXpxVplbVZZXvHeRg1BccnFaeq3s3rn9/f1/pGOGg4iMjIZxYjpsboKte5GhgmFjkYmOgGNccV+pbFZgjWN9iGJtY1tqlb790caoS52zuMWSnp59kHd0xpqsg3lxh6edeId+cpSTX2hjXWpiknBacYqe27qohYWThpdzY4Vqj2VtUnFhY1Zkc49rcXinjGbXoaiVhJdxe5xsiZy4h620kbhkcmp+apRjcYyFrZuhfKWVlY2Tkn6fnqWGl8akbGxfXmxnbW5RWq9sq4aUZYdxXLJsfXuVkn9/XVRxYGx2fVlJcUpybLWeapBzcWJztXR1kIh8n8aRnotpdq+BhqObVGPfapyXWUlxSm5snaWVqaivX3+ZgW6Gr4uScYlZqVRypm5yeW9UY1v9kI1ZSXFKeWxrbJdzfoWbt2NcnYF5waFxsoJsbnGnhHGGqdNj62qwqdfExplkbHh1c2NxeKlUkKKhpo1ZSXFKqGyAi7CzlKui73CtcaSdpatxfmVsmZavgoqfka9szIiqvNDFxo+abJV7c5JmZb9UZbd6m15ZSXFKcGyRmmh8dXE/VcJhb3KpWklxW69sbWRcb2llYHWpZX1qcW6Ixq1qk6Cix8afuZmlY7VsnKGunHGJR2ybhmKDcWZRWKlibGFbXW1xWo7rvaqUkqqae6ZjYHBsgJmIcaKHbG90YGdpZ29WsHV1lolbb3FSput+f26BamincYiXr4lfnKRxo3RsZ1Naa2ZhTG6YYmxaYG+CcY07k3yHX291aVh0ZWSBZXlwkXGkfmxSVnhVdnNiVGNbaj5PWUlxSotsb4iClG90wVRzqHSTQ1lJcUptbIyPiH2Vom+Xony0kq5yj3Ffs2x8bYShqaBnkWRdalZxgF1xeUJsW2CBanF1j4+GmaCahZCkxoB2mWJdgGyPk4izZYtqi5KNh3GhXWyIdWNia2uLYJN4botraoNxgKVszNDS2ujcfKhjZWp+nY10cYFFbKin0Jq1yZOtY6dqmqm1n3GXdK2GinF4f4VJir1yjIqwc5rGarRsdWVnV5WBWHdjXWxUfnuDcaeQy2VpYWNcWLaVcI6rjUV2fnF/jmxyhn6UeIJmgax/cIl6b2Vxa5Oud3OUmHyGoLtjknl/gJh7cX1LrX9xiWx5hYFhhINvlZhwjXFNlmyImIGCcn2Hn4+snZ+iqLbGlaKlaF1ZT2JgX4u8fJaJdWeLcV2zbFVOU0ViWjRpsFtqGIdoX3GFs61xeF1hZWOldZyGs4Vil6bGmJ1seWJofmxlbnVlW20+dnpncaNLk4mPjriBk7q5c6+ro4eJpHF3X2zBlYSfsIxqZmNsamNSa2pxi09shI6Wm4yMi5RjcmyAhqOPcaJn3pqlt5m80H+9ZWVxhKWuonGgfWyps3OPgntoVK1vfX+HWUlxSputg4VycXOAk4GYn8umrWWMcVmwbGlddGFqbGdzqI6DmbBnjsZgpmyemYd1sKFeZYVjdnJ2ZVhxZK5scHZilGlql7Sal7SYd3aexmSUaJDIlKCMl5OsfIOZmpCsssajf2zNx6u7ramRnWNua4KDfF5xfmFsVGdalV9dvFSRor+TPFlJcUqKbExGVkVwZUtyoFtqG3xlTHGtjGxzdYKDenm1gWSGeX1horDGjmtsXl9yY3R1m4ZjtGqji31jcXp/bIulwa2ixI+eeptwlo6GZXF6ZWyWmJuJiZaUdW+cm5CGz8LGp31sb2ptc2xrllRjgX5mLFlJcUpsbGlpVlNdWWNowXyGnXBtjHGQmZ1bTmJVa2hYdKJlc2dneHFxjaytc3RmY2lpbKK4fX+LpHiecWOwbMa7wKHw13WnY11scI6Wd3GSc2w=',
  decay: 0.02,
  formats: {
    jpg: {
      curve: [
        [35, 63.53],
        [50, 69.5],
        [62, 73.49],
        [72, 76.72],
        [80, 80.06],
        [86, 82.96],
        [91, 85.69],
        [95, 88.3],
      ],
      targets: {
        auto: {
          middle: 78.08,
          least: 35,
          most: 95,
          weights:
            'mxP8+A3sp/gE1z0Fbv9mH6zk5fwSFSnzON/eCOvbc+IX/gQRVO7NCEwZsACpDoHv3+z2JB7aLfBFBozXVNyO4KURPiyj52Pl8xCXERwqxPRJ+6QBBRAH9tAHz/YeEfQPd/+WLHvoTfAQ7sz3JgNhCpHVsOG90bkmqQGF7YskFvdJ9XrjxvcmBsnNyA6I9jj3jsz4A8MTUvZTGQoPtPJ+1ZnxOxqnEscP2AZbDs0G+nx/7E7twwAMx4T1kvYt4n7xFQlozyjwKREa68giWhQEGRQDDtiG9uUKpult+DHpPh64I/rhwChiQbPyRwmf7lAXOQiBDJsoE//kAzwHnxE23xX/addRGrrlh+4yBP8sWBxu3+/4DCnHA/EDC+L08gLXjA74DlEtsAN9CEY5R9nR9L0bwsqN4Z82UAR2NpwATS3FETMAEQAxA/kbhg1CHIIee82pK4EceuT68WDh0SIg0vH5Ss2yGTgcp/2nCnrl7ghT5bfp4DqyBUUlK+GlK+/wIBD/7wUOI7PpEBTkyN+n6w==',
          unit: 0.001953,
        },
        'auto-low': {
          middle: 69.92,
          least: 35,
          most: 84,
          weights:
            'XRexCeH8WPBq6OAQ8hiVUawQNO9ENO/XzeJaESjL0eKuDETvgRKNF+gsU+iEBNn/6sTjLmvjKQVKCGrLPbWctnsPoO0H4gT7QCGUI/MJzOmN8JHzlwvV9BoaIPjfF4X+eAbJGuD+w/7qBt8OniFJS3G4cOO96FM7uhTruEVXofL9SlLszgeUAQuz7e3O+Rfl+oKMBwgiMPxNNf027+ci4TnMjzCj8f0EawsdFAcSAVof5qoH+NoD5EkJr+MIw0sJ1+7G3Rib0Smk7LlO5+y1PJsEktZi9+wBXBDPBkizuygILZ/AXE88BrgJXxN35FMrYeqS+83wGfBaIo8ah+rE3fILNpJxNRDEiet1Ius89Dw2ssPCXFsiEfX4bcJFAq2xIAXY/PM6pvcJxloSj9hTuDEKosaF5yJNFSOgViHiYBoQHmQUWMZUI5kx1PsmDQVIUvR5L3MtKaZo4JjBXzu4zhojHfbrSDIeMBwV2y8HKz1U3LnRMyUZHMgUpwzYPvrXViR8EqbwUbbmUfYBPsZF7Q==',
          unit: 0.00124,
        },
        'auto-high': {
          middle: 84.87,
          least: 57,
          most: 95,
          weights:
            'UiERrzjfCfMyqoAFbf7oE+rSfwIr/wDh1eIOCBfScfOt/Zs9U+/uC4oaE/0K8ibK5t6ZI66unhhJAG7nPdM7AHsFeDQ32fzhhRPI6bUpO//d890AgxDADVTrPvwyCDor1Oz7Or7wIeVsImQ2BhTWET0VfNdn5EYu5gVr7HMt0v83/6bN/QFoBiK65D958evIGtJ1AkYeNeGeGT3uRvnpvYzoJTo/COUVai4E+NcTeU4V4qHSvfjy4izzlb9szDfKu9Ojn+ECVBZhzZlF9tyhMtToxOs29ZjiaMcQ8//ZIwQADta51D2aHljsoO5fBAQfGPTTDllgZC7WFZLlyR+g4bX5gLqxDGP0jvG37D5Vd+sYCNw2N1Xh/b37HOar0YvRSOoQHqcR4wBfGGNmJN/O8Tox1sc6twB69h/ZNGQZhDmOG84BofYzPIU03DExTSMcNA9gZdY8Uh+u/eG6WD1TB5kHDqsRzBMlJhqzPELPDskEz6bWtzz+AWAyBd5YKn7v/PUOFQosBYP7y2WpzeCa8Q==',
          unit: 0.001053,
        },
      },
    },
    webp: {
      curve: [
        [40, 66.94],
        [55, 72.18],
        [67, 75.45],
        [75, 77.4],
        [81, 81.18],
        [86, 84.15],
        [90, 86.54],
        [94, 88.57],
      ],
      targets: {
        auto: {
          middle: 78.03,
          least: 40,
          most: 94,
          weights:
            'zPzjANTYXv62BKciOxTY7bfdyufUCtrmexmb/oLOFAqiAgrVmfK5/qzoBd5dFGHyVtuc/8XwPiJHHTfynuOB2DD+cMS8+JoOaw2S+6NGdwC7E4LsiAqSDM8Dadox67bi6P1yKUtGjgWUBA3z6wyT6WL488wG6zcEtgJh4J0snwJF8977RfPz+t3wCfyoJREQGuyeAY4FQ/qs3TkZYfnMCuEOWRYv6xAOkO0y5x4GYSM1OoHBkOxi2ZMYvvqbJJC9Lt5vBEUYoBwyDrcbS+15DXwMXwZ5Iz3PkAPLIM7ypCtuNdQFphvXASIEvBNsFwn2IyjHCprbfTCjMoD/TyFoy77g09DcACsWRAqXRELyFtMx66DpKi36+lcFP950MnTRqdiFCzvvIOw2rbX3x+cpxFoSQxO7Itn+7kD66y/07gR/I5n0Jmf2IcpBKyyj/ZcqZNnvIgN9HQF76J3h9QsPBNXLEAtTCGbjezHPCz/qRu049TvSqfXl+xrNFhi9FMH4Jc9NCNPh1L6o2UY1GOvw/A==',
          unit: 0.002065,
        },
        'auto-low': {
          middle: 69.47,
          least: 40,
          most: 81,
          weights:
            '9uM5AgLb+gYfD3c25kp6Gg76Hd0mIf/tRR209VX+wBiaKUUG5bjqADT3qOqe1ZH0M+F/67wMlvJdKNIMcdSG3E4In/8N3cQGWS7aAqpuYx7eEZmrpwaiBifoN+R0CqTtngPq9kRnNPJ/NSDoyRhzx+H3+vtJABURBvI/tKVoxcfcN1Lmmxis5mb2gOZz33tMMcfhNA0Ibxizro0QLvfE0RMSahlhDmAZweh6CBYbf7QiMm2xwuDE8AIdzg77FqSpbsbO2Pj14jMdHhAl0aC+8iUOrwpHO/KUrf6TKTLmJtQc7D0RRjqhpeT65f1LKzMU/A1O34ra7A28QbQTuza7+tPY8dHMGPcHGEgMRBv5e84Y2nokCypJ+anzb+TSBCeyebMSFUnvd+OqC4MKkd29oyFDRmP5DS0alW+y4JzYnw6/0Mg1eU7+fAUOZR5dDfj1LBqeGoFuGOWSxi3GzuEt7XQrfld97mABTm1tB13jWiSvE2zS/LRxFdjA4gxm8IniGeghXUa4FrGxMwnRIBZb2g==',
          unit: 0.001266,
        },
        'auto-high': {
          middle: 84.9,
          least: 40,
          most: 94,
          weights:
            'DxVo6qfp+/8o1H0SyP3nBn7a4uZq+3Iu/Q3f8XXFEADR/OzZBOLN6or1Etf1NP78Y8x9JL62yBTAETLwV+PT2FgBe77ICAKtt/hV7HgdaADLFt38PvoH+cb8rfNI4yL4Fgv7P2AKqQYQ5QcVwBXPA7fQzboIyNbmmBEn+ycNkAf2z9ntrd2L5bLkSSJn+bryv/IB+sgWL/fo2lMjVwdL/IwzYBfx+KcvieFs78kCahrqDzzwuixWCSgG5PACF6zFqNScHiQIjQ378XAnKRKDB7ELVNXB5RTmHPvkFboAQyo4SiX3eBLnCBki/giSATH9jB+xRDW97y1VKmnDPxA/6LfuqfeVA3IQgvZTEGUD29/aAj0cUzi520UMvtTLGZe0O/iW+yoCNwfR6McKAOyt2ALqKPKIQ+DVAQfHDf0JDhfgDlrft1xUBzsuMxevGJUaUtB2NgZ9FxHQ5r7r2vo2GIPN1fWFOPzi3AR1HzjRifEO847SakQc/Q7kaPtdLXcPkhYB7x1Rd9L/1aI6+AoJ/Q==',
          unit: 0.00156,
        },
      },
    },
    avif: {
      curve: [
        [34, 56.4],
        [44, 67.13],
        [52, 74.92],
        [59, 79.73],
        [66, 82.93],
        [72, 85.89],
        [78, 87.44],
        [84, 89.35],
      ],
      targets: {
        auto: {
          middle: 77.33,
          least: 34,
          most: 72,
          weights:
            'DQiPAKrr9QCc5Z0GRBcD71PXvteXCmjlkd/TCzvCpAXE5Yn+/8mO+yT8se6C4urjX9x7E5PPMQucDx3P6syX7fvk5t8mFJ6yTyXZ+K0t4/leGCvwBxHyG9QE5px0FSf5zQkRJJzlEw6CD83oFvF71Xfa9NmX6z0MQPXf/DMDI+z8+lcQSfWmA+HGBxdG370dD/RZGuVCbuak7ET0PSQ3BY3PYSgdMRsCmbmZLH8BsROsJb27swNIvpzvUP+QLnzKRM8b9Voh9DYC/s4QUAaM3v0MXxYGA3HXXfUZEiUTYxzm+FH3gBafI+rrblnD9JkS1096663iShy9FRb6PyNx0GP//vFeCccYGzJwMwX6RsFYzVIHxRpOLEoUFsyUJK/3GQc+8XcAiO78zs7rPiie9K4m4gpzDyZR3CRcoR/gyRP5Iab5HDtxzDwT2e5/DdUtxt6cA/x85yv15UrWpEVn8Y8G3QVTIjMYQfA2BwrnOfUwQTzo1yQBIInQtRDPKScDlSuk7GUYQgtYxhP5k/+l9w==',
          unit: 0.002189,
        },
        'auto-low': {
          middle: 69.32,
          least: 34,
          most: 62,
          weights:
            'qQPfAGDpe/pO1rQTnBPx77ftR9xwGG/q3ulbEDvNhyQW6YXitutd/bkCH/Ic2lf3l+ZDDUfRKxa2CSTxedw7+PPtOAcBHP70NhuF/hEZ3PqMB5PrNwO3F3ADAaYIDjja7g0F9+vxUAf3DarcP/P71QfOqNYCAQ8TiwlO5m7/99xNAWYFmPrW+2PiwheS6C38teOCIWIt6gBNAQsMwRqpDU7wIilcF7gCgdNMDiIKT/xpIYH7O+KOAtwHK/NVHffgKcgA6SnwCBeM88gna+n37h8IF/qMGDXGs/zSCSoIpCHuEg3hUxiI89Lx9DsX8a0SWSnu8Pvgl/ofG+wAfxax3JoBDenGEkcPfCVpRi0NhuKe0GMGVCHIIm0TgtpzL64N1/8C6qH9SOCT1DPt6v3J4wgswQ/wB+wnPhznnkni5gOsIeEEjzTl3Ab/NPJCBksZAQRLE/p8bB5RD+LaTRw5J3YIVxJ6JkUM4hJc+LP6vegfLobrQQsbGKq+di4+HM4OLSZm+ZoftdhA69jslSJs6Q==',
          unit: 0.002667,
        },
        'auto-high': {
          middle: 84.9,
          least: 35,
          most: 84,
          weights:
            'KhL06Orx6/vC7QEEdAoQ5vLWCdHy/Q/elt6R/gi8Keye9gsKj8uWBsb+OvKdBgngW+MPJ5fSDwBSAXXOFskP2Nrsar7VB9+fkxjw+iAivPd7H0PrtxbOG0AMg6lrFrLw/gU4JLDrHg396aUPS/Mj4hrvxefTyqkGI+eRD7YBvQPi6mIBGv/G/gy+ih/M2KHod/BcC9EjctGm5Uj/4xrcAjvOeAqRLIoGoq9wIWgF/Hx2IGLGLQtpwNvthwmaNA7B6u0KCFEG9T2k8WIcqBSB4lERIxnUAiXm6uttEWEJOxA3+HkUQhPvFnv+UTlvCr4C/Dbv9YPeEEW7FvfhAh04GxgNAeluA70j8CalEYvortUS0UL8PisaIK/9QdtNDkvWmQTxAD76p+3L0voG0CAz6iz8FfAoFOs1NSGoERLYswp0I6UCnDVG13zvBfUtC1MgGpdXI2pwGDA77uLPw0lrAOYC8uWaM5MF6/CSEsvSh/xATUEGSQnnHpTrMwxRWWTzyTty66AYUCvUzLQSc/WdAg==',
          unit: 0.00192,
        },
      },
    },
  },
};
