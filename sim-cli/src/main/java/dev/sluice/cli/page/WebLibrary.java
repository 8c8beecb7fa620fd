// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.page;

import java.util.Arrays;
import java.util.Optional;

/** A library that a page's modules may import, from its WebJar. */
enum WebLibrary {
    PREACT(
            "preact",
            "preact/10.28.0/dist/preact.module.js",
            "",
            "Preact, MIT, Copyright (c) 2015-present Jason Miller"),
    PREACT_HOOKS("preact/hooks", "preact/10.28.0/hooks/dist/hooks.module.js", "", PREACT.notice),
    D3("d3", "d3/7.9.0/dist/d3.min.js", "d3", "D3, ISC, Copyright 2010-2023 Mike Bostock"),
    D3_SANKEY(
            "d3-sankey",
            "d3-sankey/0.12.3/dist/d3-sankey.min.js",
            "d3",
            "d3-sankey, BSD-3-Clause, Copyright 2015 Mike Bostock");

    /** What modules import it as. */
    final String specifier;

    /** Its file in the class path. */
    final String resource;

    /** The global name under which a classic script puts itself; empty for an ES module. */
    final String global;

    /** Its name, licence and holder. */
    final String notice;

    WebLibrary(String specifier, String file, String global, String notice) {
        this.specifier = specifier;
        this.resource = "/META-INF/resources/webjars/" + file;
        this.global = global;
        this.notice = notice;
    }

    static Optional<WebLibrary> imported(String specifier) {
        return Arrays.stream(values())
                .filter(library -> library.specifier.equals(specifier))
                .findFirst();
    }
}
