package dev.sluice.core.command;

import java.util.List;

/** A buffer bound to a memory. */
public record BufferDeclaration(String name, String memory, long offset, long size, List<String> usage, Origin origin) {
    public BufferDeclaration {
        usage = List.copyOf(usage);
    }
}
