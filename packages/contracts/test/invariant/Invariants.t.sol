// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { Test } from "forge-std/Test.sol";

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { TestUSDC } from "../../src/mocks/TestUSDC.sol";
import { Handler } from "./Handler.sol";
import { Ledger } from "./Ledger.sol";

/// @notice What must hold for every sequence of calls (I: the list in escrow.md; H and C: the threats table).
contract Invariants is Test {
    ITaskEscrow private escrow;
    TestUSDC private usdc;
    Handler private handler;
    address private owner = makeAddr("owner");
    address private arbiter = makeAddr("arbiter");

    function setUp() public {
        vm.warp(1_800_000_000);
        usdc = new TestUSDC("USD Coin");
        ITaskEscrow.Windows memory least = ITaskEscrow.Windows(1 hours, 1 hours, 1 hours, 1 hours, 1 hours, 1 hours, 1 hours);
        ITaskEscrow.Windows memory most = ITaskEscrow.Windows(9 days, 8 days, 7 days, 6 days, 5 days, 4 days, 3 days);
        ITaskEscrow.Deployment memory d = ITaskEscrow.Deployment({
            usdc: address(usdc),
            forwarder: deployCode("TaskForwarder.sol:TaskForwarder"),
            arbiter: arbiter,
            owner: owner,
            treasury: makeAddr("treasury"),
            cancelFee: 500_000,
            minStake: 100_000,
            minStakeBps: 100,
            maxStakeBps: 5000,
            platformFeeBps: 333,
            maxChangeRounds: 3,
            minWindows: least,
            maxWindows: most
        });
        escrow = ITaskEscrow(deployCode("TaskEscrow.sol:TaskEscrow", abi.encode(d)));
        handler = new Handler(escrow, owner);
        targetContract(address(handler));
        targetSelector(FuzzSelector(address(handler), steps()));
    }

    function steps() private pure returns (bytes4[] memory list) {
        bytes4[34] memory all = [
            Handler.create.selector,
            Handler.createWithPermit.selector,
            Handler.createWithAuthorization.selector,
            Handler.createFromDeposit.selector,
            Handler.fundMore.selector,
            Handler.cancel.selector,
            Handler.expireOpen.selector,
            Handler.expireWork.selector,
            Handler.expireChanges.selector,
            Handler.start.selector,
            Handler.submit.selector,
            Handler.resubmit.selector,
            Handler.anchorResubmission.selector,
            Handler.approveSigned.selector,
            Handler.requestChanges.selector,
            Handler.approve.selector,
            Handler.approveDuringChanges.selector,
            Handler.release.selector,
            Handler.reject.selector,
            Handler.concede.selector,
            Handler.finalizeRejection.selector,
            Handler.contest.selector,
            Handler.rule.selector,
            Handler.ruleByDefault.selector,
            Handler.rateAndClaim.selector,
            Handler.claim.selector,
            Handler.withdraw.selector,
            Handler.ownerActs.selector,
            Handler.tokenFailure.selector,
            Handler.passTime.selector,
            Handler.approveByJudge.selector,
            Handler.rateWork.selector,
            Handler.ratePoster.selector,
            Handler.judgeTries.selector
        ];
        list = new bytes4[](all.length + 1);
        for (uint256 i = 0; i < all.length; ++i) list[i] = all[i];
        list[all.length] = Handler.donate.selector;
    }

    /// @notice Checks the totals and the changed task after every step, and every task after every run.
    function invariant_H1_H2_H3_H5_H6_H7_I1_I3_I4_I5_I6_I7_I8_JD2_C1_C5_C8_C10_M7_M9() public view {
        uint256 due = handler.owedTotal() + handler.totalCredits() + handler.donated();
        assertEq(usdc.balanceOf(address(escrow)), due, "H1, I1: the balance is what is owed, credits and donations");
        assertEq(
            handler.totalCredits(),
            handler.credited() - handler.withdrawn(),
            "I4, C1: credits are what was credited less what was withdrawn"
        );
        assertEq(handler.illegalSteps(), 0, "H3: only legal steps");
        assertEq(handler.lowered(), 0, "C10: neither the reward nor the time to start is ever lowered");
        assertEq(handler.replays(), 0, "I6: a signature has its effect once");
        assertEq(handler.gainedBySilence(), 0, "H6, I7: nobody gains by missing its own step");
        assertEq(handler.judgeEffects(), 0, "H7, I8, JD2: a judge's key can only pay workers who submitted");
        assertEq(handler.rewrites(), 0, "H3: a settled task changes by ratings alone");
        assertEq(handler.ownerEffects(), 0, "H5, C8: owner calls change no entitlement");
        assertEq(escrow.taskCount(), handler.created(), "ids count from one");
        checkNoOneElseIsPaid();
        if (handler.lastTouched() > 0) checkTask(handler.lastTouched());
    }

    function checkTask(uint256 id) private view returns (uint256 owed) {
        ITaskEscrow.Task memory task = escrow.getTask(id);
        Ledger.Record memory record = handler.recordFor(id);
        checkMoneyOf(task, record);
        checkStateOf(task, record);
        checkPeopleOf(task, record);
        return handler.owed(task);
    }

    function checkNoOneElseIsPaid() private view {
        assertEq(usdc.balanceOf(arbiter) + usdc.balanceOf(owner), 0, "I3: neither arbiter nor owner is paid");
        assertEq(escrow.credits(arbiter) + escrow.credits(owner), 0, "I3: neither arbiter nor owner is credited");
        assertEq(usdc.balanceOf(handler.judge()) + escrow.credits(handler.judge()), 0, "JD2: the judge is never paid");
        uint256 held = usdc.balanceOf(address(escrow));
        for (uint256 i = 0; i < handler.actorCount(); ++i) held += usdc.balanceOf(handler.actors(i));
        for (uint256 i = 0; i < 2; ++i) held += usdc.balanceOf(handler.treasuries(i));
        assertEq(held, usdc.totalSupply(), "I3: parties and treasuries hold all the money there is");
    }

    function checkMoneyOf(ITaskEscrow.Task memory task, Ledger.Record memory record) private view {
        assertEq(record.paidIn - record.paidOut, handler.owed(task), "H2: in less out is what is owed");
        assertLe(record.paidIn, uint256(task.reward) + task.stake, "I3: no more than R + S comes in, so none goes out");
    }

    function checkStateOf(ITaskEscrow.Task memory task, Ledger.Record memory record) private view {
        if (task.settled) {
            assertEq(keccak256(abi.encode(task)), record.atSettlement, "H3, I3: a settled task never changes");
            assertEq(record.paidIn, record.paidOut, "H2: a settled task has paid everything out");
            bool couldRate = task.state == ITaskEscrow.State.Approved && task.deadline > 0;
            assertTrue(couldRate || task.deadline == 0, "C5: a settled task has no deadline but for ratings");
            assertTrue(couldRate || !(task.posterMayRate || task.workerMayRate), "I5: ratings have a deadline");
        } else {
            assertLt(uint8(task.state), uint8(ITaskEscrow.State.Resolved), "H3: final states are settled");
            assertGt(task.deadline, 1_800_000_000, "C5: every open task has a deadline");
            assertLe(task.deadline, block.timestamp + 9 days, "C5: no deadline lies beyond the bounds");
        }
        assertEq(handler.termsOf(task), record.terms, "C5: terms never change");
        assertEq(task.reward, record.reward, "C10: the reward changes only by fundMore");
        assertLe(task.changeRound, task.maxChangeRounds, "M9: change rounds stay within the agreement");
        assertEq(task.contentHash, record.content, "M7: the content is what was handed in last");
    }

    function checkPeopleOf(ITaskEscrow.Task memory task, Ledger.Record memory record) private view {
        assertEq(task.worker, record.worker, "H3: one worker at most, for ever");
        assertNotEq(task.poster, task.worker, "I5: poster and worker differ");
        assertTrue(task.poster != arbiter && task.worker != arbiter, "I5: the arbiter is no party");
        assertLe(record.posterRatings, 1, "I5: the poster rates at most once");
        assertLe(record.workerRatings, 1, "I5: the worker rates at most once");
    }

    /*//////////////////////////////////////////////////////////////
                             AFTER EACH RUN
    //////////////////////////////////////////////////////////////*/

    /// @dev H4, I2: at the end of any run, any account can end every task once its deadline has passed, even if the
    /// owner is hostile and token transfers fail. Once the token works again, every party can collect everything it is
    /// owed.
    function afterInvariant() public {
        uint256 owed;
        for (uint256 id = 1; id <= handler.created(); ++id) owed += checkTask(id);
        assertEq(owed, handler.owedTotal(), "H1: no task changed but by its own steps");
        vm.prank(owner);
        escrow.setCreationPaused(true);
        uint256 end = block.timestamp;
        for (uint256 id = 1; id <= handler.created(); ++id) {
            ITaskEscrow.Task memory t = escrow.getTask(id);
            if (t.settled) continue;
            // H6, I7: in the very next second, whoever submitted work is paid or ruled on.
            vm.warp(end > t.deadline ? end : t.deadline + 1);
            if (t.state == ITaskEscrow.State.Submitted) escrow.releaseAfterReview(id);
            else if (t.state == ITaskEscrow.State.Approved) escrow.claimStakeAfterRating(id);
            else if (t.state == ITaskEscrow.State.Rejected) escrow.finalizeRejection(id);
            else if (t.state == ITaskEscrow.State.Disputed) escrow.ruleByDefault(id);
            else escrow.expireTask(id);
            assertTrue(escrow.getTask(id).settled, "H6, I7: settled by its stated deadline");
        }
        if (usdc.paused()) usdc.unpause();
        for (uint256 i = 0; i < handler.actorCount(); ++i) payOut(handler.actors(i));
        for (uint256 i = 0; i < 2; ++i) payOut(handler.treasuries(i));
        assertEq(usdc.balanceOf(address(escrow)), handler.donated());
    }

    function payOut(address holder) private {
        if (escrow.credits(holder) == 0) return;
        usdc.unBlacklist(holder);
        vm.prank(holder);
        escrow.withdraw(holder);
    }

    /*//////////////////////////////////////////////////////////////
                               REACHABILITY
    //////////////////////////////////////////////////////////////*/

    /// @dev Makes 30 walks of 50 random steps; every kind of step accounts for at least 1 % of the calls.
    function test_EveryStepIsReached() public {
        vm.pauseGasMetering(); // the walks together need more than one test may use
        bytes4[] memory list = steps();
        uint256 snapshot = vm.snapshotState();
        uint256[] memory totals = new uint256[](64);
        string[] memory names = new string[](64);
        uint256 kinds;
        for (uint256 run = 0; run < 30; ++run) {
            for (uint256 i = 0; i < 50; ++i) {
                uint256 seed = uint256(keccak256(abi.encode(run, i)));
                (bool ok, ) = address(handler).call(abi.encodeWithSelector(list[seed % list.length], seed >> 8));
                assertTrue(ok);
            }
            uint256 known = 0;
            while (true) {
                try handler.actions(known) returns (string memory name) {
                    uint256 slot = 0;
                    while (slot < kinds && keccak256(bytes(names[slot])) != keccak256(bytes(name))) ++slot;
                    if (slot == kinds) names[kinds++] = name;
                    totals[slot] += handler.counts(name);
                    ++known;
                } catch {
                    break;
                }
            }
            vm.revertToState(snapshot);
        }
        assertEq(kinds, list.length + 3, "every step, starting by permit and by authorization, and forwarded calls");
        for (uint256 slot = 0; slot < kinds; ++slot) assertGe(totals[slot] * 100, 30 * 50, names[slot]);
    }
}
