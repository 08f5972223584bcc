/// The styles of the demo's page, for light and dark.
enum DemoStyle {
    static let sheet = """
        :root { color-scheme: light dark;
          --paper: #fbfaf6; --card: #ffffff; --ink: #1d2530; --soft: #4d5663; --line: #d9d5c9; --link: #0b57a4;
          --land: #e9eddc; --built: #e3ddd0; --park: #b5d6a3; --water: #9cc9ea; --street: #fffefb; --main: #fde9b0;
          --label: #2b323c; --exact: #0b6b57; --corrected: #cf4307; --tied: #7b2cbf; --unmatched: #a11a2b; --tour: #1746c4 }
        @media (prefers-color-scheme: dark) { :root {
          --paper: #12161c; --card: #1a2028; --ink: #e8eaed; --soft: #b3bbc7; --line: #39424e; --link: #8fbcff;
          --land: #1a221d; --built: #262c35; --park: #23452f; --water: #1d4a70; --street: #3b4551; --main: #5d5436;
          --label: #f4f5f7; --exact: #62dcb6; --corrected: #ffa052; --tied: #d3abff; --unmatched: #ff8f9c; --tour: #9db9ff } }
        * { box-sizing: border-box }
        body { font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; margin: 0 auto; max-width: 70rem;
          padding: 1.5rem 1rem 3rem; color: var(--ink); background: var(--paper); overflow-wrap: anywhere }
        h1 { line-height: 1.2; margin: 0 0 .5rem } h2 { margin: 2rem 0 .5rem }
        a { color: var(--link) } .lead { max-width: 44rem; color: var(--soft); margin: 0 0 1rem }
        .summary { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; margin: 0 0 1rem }
        .summary div { display: flex; flex-direction: column-reverse; padding: .6rem .9rem; border: 1px solid var(--line);
          border-radius: .5rem; background: var(--card) }
        .summary dt { color: var(--soft) } .summary dd { margin: 0; font-size: 1.5rem; font-weight: 600; line-height: 1.25 }
        .map { margin: 0 } .paper { position: relative; border: 1px solid var(--line); border-radius: .5rem; overflow: hidden }
        .paper svg { display: block; width: 100%; height: auto; background: var(--land) }
        @media (prefers-color-scheme: dark) { .tiles { filter: invert(1) hue-rotate(180deg) brightness(.75) contrast(.85) } }
        .exact { fill: var(--exact) } .corrected { fill: var(--corrected); stroke: var(--card); stroke-width: .5 }
        .tied { fill: var(--tied) } .unmatched { fill: var(--unmatched) }
        .route { fill: none; stroke: var(--tour); stroke-linejoin: round; stroke-linecap: round }
        .stop circle { fill: var(--tour); stroke: var(--card); stroke-width: 2 }
        .stop text { fill: var(--card); font-size: 14px; font-weight: 700; text-anchor: middle; pointer-events: none }
        .directions { margin: 0; padding: .5rem .75rem .5rem 2.75rem }
        .labels { text-anchor: middle; font-weight: 600; fill: var(--label) } .labels path { fill: none }
        .labels text { paint-order: stroke; stroke: var(--main); stroke-width: .3em; stroke-linejoin: round; pointer-events: none }
        .labels .small { font-weight: 400; stroke: var(--street) } .labels .river { font-style: italic; stroke: var(--water) }
        .narrow { display: none }
        @media (max-width: 40rem) { .wide { display: none } .narrow { display: inline }
          .paper .corrected, .paper .tied { stroke: var(--corrected); stroke-width: 4 } .paper .tied { stroke: var(--tied) } }
        .scale { position: absolute; left: 1rem; bottom: .75rem; border: solid var(--label); border-width: 0 2px 2px;
          text-align: center; white-space: nowrap; font-size: .8rem; line-height: 1.3; color: var(--label); background: color-mix(in srgb, var(--land) 80%, transparent) }
        .legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: .5rem 0 0; padding: 0 }
        .legend svg, .swatch { width: 1.1em; height: 1.1em; margin-right: .4em; vertical-align: -.2em; display: inline-block }
        .swatch { border-radius: .2em; border: 1px solid var(--soft) } .swatch.park { background: var(--park) }
        .swatch.water { background: var(--water) } figcaption p { margin: .25rem 0 0; color: var(--soft) }
        @media (hover: none) { .hint { display: none } }
        .rows { max-height: 26rem; overflow: auto; border: 1px solid var(--line); border-radius: .5rem; background: var(--card) }
        table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .35rem .75rem }
        th { position: sticky; top: 0; background: var(--card) } tr + tr td { border-top: 1px solid var(--line) }
        td:first-child { font-variant-numeric: tabular-nums; overflow-wrap: normal }
        .workflow { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; background: var(--card) }
        .workflow svg { display: block; height: auto; width: 100%; min-width: 44rem } .workflow .cairn-paper { fill: var(--card) }
        .log { color: var(--soft); padding-left: 1.75rem } ul { padding-left: 1.25rem }
        """
}
