// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.Client;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.compute.ComputeUnit;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.rop.RenderOutputUnit;
import dev.sluice.machine.truth.ByteCopies;
import dev.sluice.machine.truth.CacheContents;
import java.util.ArrayList;
import java.util.List;

/** The copies of a byte in a wired device, for the explanation of findings. */
final class Copies implements ByteCopies {

    private final Gpu gpu;

    Copies(Gpu gpu) {
        this.gpu = gpu;
    }

    @Override
    public List<CacheContents> path(Request read) {
        Client client = Client.all().get(read.client);
        if (client == Client.HOST) {
            return gpu.host.contents();
        }
        int unit = gpu.spec.compute().count();
        if (read.replyTo instanceof ComputeUnit asker) {
            unit = asker.index();
        } else if (read.replyTo instanceof RenderOutputUnit asker) {
            unit = asker.number();
        }
        return contents(gpu.hierarchy.path(client, unit, read.address));
    }

    @Override
    public List<CacheContents> all() {
        List<CacheContents> all = new ArrayList<>();
        gpu.hierarchy.nodes().forEach(node -> all.addAll(contents(node.slices())));
        all.addAll(gpu.host.contents());
        return all;
    }

    private static List<CacheContents> contents(List<Cache> slices) {
        return slices.stream().<CacheContents>map(Cache::contents).toList();
    }

    @Override
    public int memoryVersion(long address) {
        return gpu.host.memoryOf(address, gpu.vram.store()).version(address);
    }
}
