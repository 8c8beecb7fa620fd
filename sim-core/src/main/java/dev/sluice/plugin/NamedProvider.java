// SPDX-License-Identifier: Apache-2.0
package dev.sluice.plugin;

import java.util.List;

/** A provider that is told when it is made what it is called and what can be set of it. */
public abstract class NamedProvider implements Provider {

    private final String name;
    private final String description;
    private final List<Parameter> parameters;

    protected NamedProvider(String name, String description, Parameter... parameters) {
        this.name = name;
        this.description = description;
        this.parameters = List.of(parameters);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String description() {
        return description;
    }

    @Override
    public final List<Parameter> parameters() {
        return parameters;
    }
}
