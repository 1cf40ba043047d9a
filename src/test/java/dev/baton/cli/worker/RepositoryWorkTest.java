package dev.baton.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the changes in a repository. */
class RepositoryWorkTest {

    @TempDir
    private Path folder;

    private final Baton baton = Baton.on(Database.H2);
    private final OneWorker worker = new OneWorker(baton, "worker-1");
    private GitFolder repository;
    private String id;

    @BeforeEach
    void aTaskAndARepository() {
        Workers.drain(baton);
        repository = GitFolder.create(folder.resolve("repo"));
        id = Workers.create(baton, "[]");
        worker.repository(repository, Delivery.Mode.FF);
    }

    @Test
    void changesAreCommittedAndMergedAndTheCheckoutFollows() throws IOException {
        assertThat(worker.command("echo new > new.txt").run()).isEqualTo(Worker.End.DONE);
        assertThat(repository.works()).containsExactly(id);
        assertThat(repository.path().resolve("new.txt")).hasContent("new");
        assertThat(repository.git("status", "--porcelain")).isEmpty();
        assertThat(repository.leftOver()).isEmpty();
        assertThat(baton.task(id).at("/data/commit").asText()).isEqualTo(repository.git("rev-parse", "main"));
    }

    @Test
    void aTargetThatIsNotCheckedOutIsMovedToo() {
        repository.git("checkout", "--quiet", "--detach");
        OneWorker bare = worker.into("main").command("echo new > new.txt");
        assertThat(bare.run()).isEqualTo(Worker.End.DONE);
        assertThat(repository.read("new.txt")).isEqualTo("new");
    }

    @Test
    void commitsOfTheCommandStayAndTheLastOneNamesTheWork() {
        worker.command("""
                        echo 1 > 1.txt; git add .; git commit -qm 'First step'
                        echo 2 > 2.txt; git add .; git commit -qm 'Second step'""").run();
        assertThat(repository.git("log", "--format=%s", "main").lines())
                .containsExactly("Second step", "First step", "Begin");
        assertThat(repository.works()).containsExactly(id);
    }

    @Test
    void aRunWithoutChangesSucceedsWithoutACommit() {
        assertThat(worker.command("true").run()).isEqualTo(Worker.End.DONE);
        assertThat(baton.state(id)).isEqualTo("completed");
        assertThat(repository.git("rev-list", "--count", "main")).isEqualTo("1");
    }

    @Test
    void aFailedRunLeavesNothing() {
        worker.command("echo half > half.txt; git add .; git commit -qm half; exit 1")
                .run();
        assertThat(baton.state(id)).isEqualTo("failed");
        assertThat(repository.git("rev-list", "--count", "main")).isEqualTo("1");
        assertThat(repository.leftOver()).isEmpty();
    }

    @Test
    void branchesStayIfTheyAreNotToBeMerged() {
        worker.repository(repository, Delivery.Mode.BRANCH)
                .command("echo new > new.txt")
                .run();
        assertThat(repository.leftOver()).containsExactly("baton/" + id);
        assertThat(baton.task(id).at("/data/commit").asText()).isEqualTo(repository.git("rev-parse", "baton/" + id));
        assertThat(baton.task(id).at("/data").has("merged")).isFalse();
    }

    @Test
    void withoutAMergeOnlyCommitsOfTheCommandStay() {
        worker.repository(repository, Delivery.Mode.NONE)
                .command("echo left > out.txt")
                .run();
        assertThat(repository.leftOver()).isEmpty();
        String second = Workers.create(baton, "[]");
        worker.command("echo kept > in.txt; git add .; git commit -qm mine").run();
        assertThat(repository.leftOver()).containsExactly("baton/" + second);
    }

    /** As if a worker had died after the merge, before its report. */
    @Test
    void whatIsMergedAlreadyIsNotDoneAgain() {
        repository.write("new.txt", "new\n");
        repository.git("add", "--all");
        repository.git("commit", "--quiet", "-m", "Do it", "-m", "Baton-Work: " + id);
        assertThat(worker.command("echo this must not run; exit 1").run()).isEqualTo(Worker.End.DONE);
        assertThat(repository.works()).containsExactly(id);
        assertThat(baton.task(id).at("/data/commit").asText()).isEqualTo(repository.git("rev-parse", "main"));
    }

    /** As if a worker had died between the commit and the merge. */
    @Test
    void whatIsDoneAndNotMergedIsOnlyMerged() {
        repository.git("checkout", "--quiet", "-b", "baton/" + id);
        repository.write("new.txt", "new\n");
        repository.git("add", "--all");
        repository.git("commit", "--quiet", "-m", "Do it", "-m", "Baton-Work: " + id);
        repository.git("checkout", "--quiet", "main");
        assertThat(worker.command("echo this must not run; exit 1").run()).isEqualTo(Worker.End.DONE);
        assertThat(repository.works()).containsExactly(id);
        assertThat(repository.leftOver()).isEmpty();
    }

    @Test
    void filesOfAPersonAreNotOverwritten() throws IOException {
        Path mine = Files.writeString(repository.path().resolve("new.txt"), "mine");
        worker.command("echo new > new.txt").run();
        assertThat(baton.state(id)).isEqualTo("blocked");
        assertThat(mine).hasContent("mine");
        assertThat(repository.leftOver()).containsExactly("baton/" + id);
        Files.delete(mine);
        baton.admin().move(id, "unblock", "{\"reason\":\"moved away\"}").expect(200);
        assertThat(worker.command("exit 1").run()).isEqualTo(Worker.End.DONE);
        assertThat(mine).hasContent("new");
        assertThat(repository.leftOver()).isEmpty();
    }

    @Test
    void aHookOfTheRepositoryCanRefuseTheCommit() throws IOException {
        Path hook = repository.path().resolve(".git/hooks/pre-commit");
        Files.createDirectories(hook.getParent());
        Files.writeString(hook, "#!/bin/sh\necho 'no tests' >&2\nexit 1\n");
        Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
        worker.command("echo new > new.txt").run();
        assertThat(baton.state(id)).isEqualTo("failed");
        assertThat(baton.task(id).at("/data/lastError").asText()).contains("The commit was refused: no tests");
    }

    @Test
    void whatGitCanNotTakeIsAFailureAndNotTriedForEver() {
        worker.command("git init --quiet inner; echo x > inner/x").run();
        assertThat(baton.state(id)).isEqualTo("failed");
        assertThat(baton.task(id).at("/data/lastError").asText()).contains("inner");
        String removed = Workers.create(baton, "[]");
        worker.command("rm -rf \"$PWD\"").run();
        assertThat(baton.state(removed)).isEqualTo("failed");
        String left = Workers.create(baton, "[]");
        worker.repository(repository, Delivery.Mode.NONE).command("rm -rf .git").run();
        assertThat(baton.state(left)).isEqualTo("failed");
        assertThat(repository.leftOver()).isEmpty();
    }

    @Test
    void conflictsThatTheCommandLeavesAreNotCommitted() {
        worker.command("""
                        base=$(git rev-parse HEAD)
                        echo 1 > shared.txt; git commit -qam one; one=$(git rev-parse HEAD)
                        git reset -q --hard $base; echo 2 > shared.txt; git commit -qam two
                        git merge $one || true""").run();
        assertThat(baton.state(id)).isEqualTo("failed");
        assertThat(baton.task(id).at("/data/lastError").asText()).contains("there are conflicts in shared.txt");
        assertThat(repository.read("shared.txt")).isEqualTo("start");
    }

    @Test
    void aFolderWithinTheRepositoryStandsForAllOfIt() throws IOException {
        Path inner = Files.createDirectories(repository.path().resolve("inner"));
        assertThat(Repository.open(inner, null, null).folder()).isEqualTo(folder.resolve("repo.worktrees"));
        repository.git("clone", "--quiet", "--bare", ".", folder.resolve("bare").toString());
        assertThat(Repository.open(folder.resolve("bare"), null, null).folder())
                .isEqualTo(folder.resolve("bare.worktrees"));
    }

    @Test
    void idsThatGitDoesNotTakeGetAnotherName() {
        String odd = "a..b:c@" + Baton.newId();
        Workers.drain(baton);
        Workers.createAs(baton, odd, "[]").expect(201);
        assertThat(worker.command("echo new > new.txt").run()).as(worker.said()).isEqualTo(Worker.End.DONE);
        assertThat(repository.works()).containsExactly(odd);
    }
}
