// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { Ownable2Step } from "@openzeppelin/contracts/access/Ownable2Step.sol";
import { ReentrancyGuardTransient } from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { Base } from "../Base.t.sol";
import { ReentrantWallet } from "../mocks/ReentrantWallet.sol";

/// @notice At least one test for each contract row of the threats table.
contract Threats is Base {
    /*//////////////////////////////////////////////////////////////
                    C1: DENYLISTED PARTY, PAUSED TOKEN
    //////////////////////////////////////////////////////////////*/

    function expectCredit(uint256 id, address to, uint256 amount) private {
        expectEvent();
        emit ITaskEscrow.Credited(id, to, amount);
    }

    function test_C1_DeniedWorkerIsCreditedAndTheTreasuryIsPaid() public {
        uint256 id = submitted();
        usdc.blacklist(worker);
        Balances memory before = balances();
        expectCredit(id, worker, REWARD - FEE);
        vm.prank(poster);
        escrow.approve(id, WORK, 5, TEXT);
        assertPaid(before, 0, 0, FEE);
        assertEq(escrow.credits(worker), REWARD - FEE);
    }

    function test_C1_DeniedWorkerDoesNotHoldUpThePoster() public {
        uint256 id = rejected();
        usdc.blacklist(worker);
        warpPast(id);
        Balances memory before = balances();
        escrow.finalizeRejection(id);
        assertPaid(before, REWARD, 0, 0);
        assertEq(escrow.credits(worker), STAKE);
    }

    function test_C1_DeniedPosterDoesNotHoldUpTheWorker() public {
        uint256 id = disputed();
        usdc.blacklist(poster);
        Balances memory before = balances();
        vm.prank(arbiter);
        escrow.rule(id, 10_000, false, TEXT);
        assertPaid(before, 0, REWARD + STAKE, 0);
        id = changesRequested2();
        warpPast(id);
        before = balances();
        escrow.expireTask(id);
        assertPaid(before, 0, STAKE / 2, 0);
        assertEq(escrow.credits(poster), REWARD + STAKE - STAKE / 2);
    }

    /// @dev `changesRequested`, for a poster that first needs funds and an allowance.
    function changesRequested2() private returns (uint256 id) {
        usdc.unBlacklist(poster);
        id = changesRequested();
        usdc.blacklist(poster);
    }

    function test_C1_DeniedTreasuryDoesNotHoldUpCancelling() public {
        uint256 id = funded();
        usdc.blacklist(treasury);
        Balances memory before = balances();
        vm.prank(poster);
        escrow.cancelTask(id);
        assertPaid(before, REWARD - CANCEL_FEE, 0, 0);
        assertEq(escrow.credits(treasury), CANCEL_FEE);
    }

    function test_C1_PausedTokenTurnsEveryPaymentIntoACreditThatIsPaidLater() public {
        uint256 id = changesRequested();
        warpPast(id);
        usdc.pause();
        escrow.expireTask(id);
        assertSettled(id, ITaskEscrow.State.Expired);
        usdc.unpause();
        Balances memory before = balances();
        vm.prank(poster);
        escrow.withdraw(poster);
        vm.prank(worker);
        escrow.withdraw(worker);
        assertPaid(before, REWARD + STAKE - STAKE / 2, STAKE / 2, 0);
    }

    function test_C1_TokenThatAnswersFalseCountsAsARefusal() public {
        uint256 id = approved();
        usdc.setAnswersFalse(true);
        vm.prank(worker);
        escrow.rateAndClaimStake(id, 5, TEXT);
        assertEq(escrow.credits(worker), STAKE);
    }

    function test_C1_CreditsOfSeveralTasksAddUp() public {
        uint256 first = approved();
        uint256 second = approved();
        usdc.blacklist(worker);
        vm.startPrank(worker);
        escrow.rateAndClaimStake(first, 5, TEXT);
        escrow.rateAndClaimStake(second, 5, TEXT);
        assertEq(escrow.credits(worker), 2 * STAKE);
    }

    function test_C1_TooLittleGasForcesNoCredit() public {
        uint256 id = submitted();
        warpPast(id);
        for (uint256 gasGiven = 20_000; gasGiven < 120_000; gasGiven += 500) {
            uint256 snapshot = vm.snapshotState();
            (bool done, ) = address(escrow).call{ gas: gasGiven }(abi.encodeCall(escrow.releaseAfterReview, (id)));
            if (done) assertEq(escrow.credits(worker) + escrow.credits(treasury), 0);
            vm.revertToState(snapshot);
        }
    }

    /*//////////////////////////////////////////////////////////////
                             C2: REENTRANCY
    //////////////////////////////////////////////////////////////*/

    function assertHookRefused(bytes4 reason) private view {
        assertEq(usdc.hookTarget(), address(0), "the hook ran");
        assertFalse(usdc.hookSucceeded());
        assertEq(bytes4(usdc.hookResult()), reason);
    }

    /// @dev Re-enters every call that moves money from within a payment of another task.
    function test_C2_HostileTokenCannotReenter() public {
        bytes[] memory reentries = new bytes[](13);
        uint256 other = disputed();
        reentries[0] = abi.encodeCall(escrow.createTask, (terms()));
        reentries[1] = abi.encodeCall(escrow.cancelTask, (other));
        reentries[2] = abi.encodeCall(escrow.expireTask, (other));
        reentries[3] = abi.encodeCall(escrow.stakeAndStart, (other, agreed(), noVoucher()));
        reentries[4] = abi.encodeCall(escrow.approve, (other, WORK, 5, TEXT));
        reentries[5] = abi.encodeCall(escrow.releaseAfterReview, (other));
        reentries[6] = abi.encodeCall(escrow.finalizeRejection, (other));
        reentries[7] = abi.encodeCall(escrow.rule, (other, 10_000, false, TEXT));
        reentries[8] = abi.encodeCall(escrow.ruleByDefault, (other));
        reentries[9] = abi.encodeCall(escrow.rateAndClaimStake, (other, 5, TEXT));
        reentries[10] = abi.encodeCall(escrow.claimStakeAfterRating, (other));
        reentries[11] = abi.encodeCall(escrow.withdraw, (stranger));
        reentries[12] = abi.encodeCall(escrow.fundMore, (other, REWARD + 1, block.timestamp));
        for (uint256 i = 0; i < reentries.length; ++i) {
            uint256 id = submitted();
            usdc.setHook(address(escrow), reentries[i]);
            vm.prank(poster);
            escrow.approve(id, WORK, 5, TEXT);
            assertHookRefused(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        }
        ITaskEscrow.Permit memory permit = permitFor(posterKey, poster, REWARD);
        bytes[3] memory withPermit = [
            abi.encodeCall(escrow.createTaskWithPermit, (terms(), permit)),
            abi.encodeCall(escrow.fundMoreWithPermit, (other, REWARD + 1, block.timestamp, permit)),
            abi.encodeCall(escrow.stakeAndStartWithPermit, (other, agreed(), noVoucher(), permit))
        ];
        for (uint256 i = 0; i < withPermit.length; ++i) {
            uint256 id = approved();
            usdc.setHook(address(escrow), withPermit[i]);
            vm.prank(worker);
            escrow.rateAndClaimStake(id, 5, TEXT);
            assertHookRefused(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        }
    }

    /// @dev Re-entering from within any call that moves money reverts.
    function assertGuards(address by, bytes memory call) private {
        uint256 snapshot = vm.snapshotState();
        usdc.setHook(address(escrow), abi.encodeCall(escrow.withdraw, (stranger)));
        vm.prank(by);
        (bool done, ) = address(escrow).call(call);
        assertTrue(done);
        assertHookRefused(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        vm.revertToState(snapshot);
    }

    function test_C2_EveryCallThatMovesMoneyIsGuarded() public {
        ITaskEscrow.Permit memory permit = permitFor(posterKey, poster, REWARD);
        assertGuards(poster, abi.encodeCall(escrow.createTask, (terms())));
        assertGuards(poster, abi.encodeCall(escrow.createTaskWithPermit, (terms(), permit)));
        uint256 open = funded();
        assertGuards(poster, abi.encodeCall(escrow.fundMore, (open, REWARD + 1, block.timestamp + 30 days)));
        assertGuards(
            poster,
            abi.encodeCall(escrow.fundMoreWithPermit, (open, REWARD + 1, block.timestamp + 30 days, permit))
        );
        assertGuards(poster, abi.encodeCall(escrow.cancelTask, (open)));
        assertGuards(worker, abi.encodeCall(escrow.stakeAndStart, (funded(), agreed(), noVoucher())));
        assertGuards(worker, abi.encodeCall(escrow.stakeAndStartWithPermit, (funded(), agreed(), noVoucher(), permit)));
        assertGuards(poster, abi.encodeCall(escrow.approve, (submitted(), WORK, 5, TEXT)));
        uint256 toJudge = submittedOn(judgedTerms());
        bytes memory signature = verdict(judgeKey, toJudge, 0, WORK, block.timestamp);
        assertGuards(
            stranger,
            abi.encodeCall(escrow.approveByJudge, (toJudge, 0, WORK, block.timestamp, signature))
        );
        assertGuards(worker, abi.encodeCall(escrow.finalizeRejection, (rejected())));
        assertGuards(arbiter, abi.encodeCall(escrow.rule, (disputed(), 5000, false, TEXT)));
        assertGuards(worker, abi.encodeCall(escrow.rateAndClaimStake, (approved(), 5, TEXT)));
        uint256[4] memory ids = [funded(), submitted(), disputed(), approved()];
        uint256 credited = approved();
        usdc.blacklist(worker);
        vm.prank(worker);
        escrow.rateAndClaimStake(credited, 5, TEXT);
        usdc.unBlacklist(worker);
        assertGuards(worker, abi.encodeCall(escrow.withdraw, (worker)));
        vm.warp(block.timestamp + 100 days);
        assertGuards(stranger, abi.encodeCall(escrow.expireTask, (ids[0])));
        assertGuards(stranger, abi.encodeCall(escrow.releaseAfterReview, (ids[1])));
        assertGuards(stranger, abi.encodeCall(escrow.ruleByDefault, (ids[2])));
        assertGuards(stranger, abi.encodeCall(escrow.claimStakeAfterRating, (ids[3])));
    }

    /// @dev Steps that move no money have no reentrancy guard; when re-entered they see the updated state.
    function test_C2_UnguardedStepsMeetTheNewState() public {
        uint256 id = submitted();
        usdc.setHook(address(escrow), abi.encodeCall(escrow.reject, (id, WORK, 1, TEXT)));
        vm.prank(poster);
        escrow.approve(id, WORK, 5, TEXT);
        assertHookRefused(EscrowErrors.WrongState.selector);
    }

    function test_C2_ReentrantWalletCannotUseItsSignatureCheck() public {
        ReentrantWallet wallet = new ReentrantWallet(escrow);
        usdc.mint(address(wallet), 10 * REWARD);
        wallet.execute(address(usdc), abi.encodeCall(usdc.approve, (address(escrow), type(uint256).max)));
        wallet.execute(address(escrow), abi.encodeCall(escrow.createTask, (selectionTerms())));
        wallet.reenterWith(abi.encodeCall(escrow.cancelTask, (1)));
        bytes32 terms_ = agreed(address(wallet), selectionTerms());
        vm.prank(worker);
        escrow.stakeAndStart(1, terms_, ITaskEscrow.SelectionVoucher(block.timestamp, ""));
        assertState(1, ITaskEscrow.State.Started);
        assertEq(usdc.balanceOf(address(escrow)), REWARD + STAKE);
    }

    /*//////////////////////////////////////////////////////////////
                           C3: SHORT DELIVERY
    //////////////////////////////////////////////////////////////*/

    function testFuzz_C3_FeeOnTransferIsRefused(uint256 fee) public {
        uint256 id = funded();
        usdc.setFeeOnTransfer(bound(fee, 1, STAKE));
        vm.prank(worker);
        vm.expectPartialRevert(EscrowErrors.ShortDelivery.selector);
        escrow.stakeAndStart(id, agreed(), noVoucher());
        vm.expectPartialRevert(EscrowErrors.ShortDelivery.selector);
        create(terms());
        vm.prank(poster);
        vm.expectPartialRevert(EscrowErrors.ShortDelivery.selector);
        escrow.fundMore(id, REWARD + STAKE, block.timestamp + 30 days);
    }

    /*//////////////////////////////////////////////////////////////
                            C10: TOP-UPS
    //////////////////////////////////////////////////////////////*/

    /// @dev Whatever the poster adds, and however the two race: a worker never starts for less than it agreed to, and
    /// an exit pays out exactly what came in.
    function testFuzz_C10_TopUpsAndStartsInAnyOrder(uint256 added, uint256 extension, bool raisedFirst) public {
        added = bound(added, 0, 1_000 * REWARD);
        ITaskEscrow.Terms memory t = terms();
        uint256 id = funded();
        uint256 openUntil = escrow.getTask(id).deadline + bound(extension, added == 0 ? 1 : 0, 61 days);
        Balances memory before = balances();
        if (!raisedFirst) {
            vm.prank(worker);
            escrow.stakeAndStart(id, agreed(), noVoucher());
            expectWrongState(id, ITaskEscrow.State.Started);
        }
        vm.prank(poster);
        escrow.fundMore(id, REWARD + added, openUntil);
        if (raisedFirst) {
            t.reward = REWARD + added;
            if (added > 0) {
                expectWrongTerms(id, agreed(), agreed(poster, t));
                vm.prank(worker);
                escrow.stakeAndStart(id, agreed(), noVoucher());
            }
            vm.prank(worker);
            escrow.stakeAndStart(id, agreed(poster, t), noVoucher());
        }
        assertEq(usdc.balanceOf(address(escrow)) - before.escrow, t.reward - REWARD + STAKE);
        warpPast(id);
        escrow.expireTask(id);
        assertEq(usdc.balanceOf(address(escrow)), 0);
    }

    /*//////////////////////////////////////////////////////////////
                            C4: MISSED DEADLINES   
    //////////////////////////////////////////////////////////////*/

    function test_C4_EveryStateHasAnExitForAnybodyAfterItsDeadline() public {
        uint256[7] memory ids = [
            funded(),
            started(),
            submitted(),
            changesRequested(),
            approved(),
            rejected(),
            disputed()
        ];
        vm.prank(owner);
        escrow.setCreationPaused(true);
        vm.warp(block.timestamp + 100 days);
        vm.startPrank(stranger);
        escrow.expireTask(ids[0]);
        escrow.expireTask(ids[1]);
        escrow.releaseAfterReview(ids[2]);
        escrow.expireTask(ids[3]);
        escrow.claimStakeAfterRating(ids[4]);
        escrow.finalizeRejection(ids[5]);
        escrow.ruleByDefault(ids[6]);
        for (uint256 i = 0; i < ids.length; ++i) assertTrue(escrow.getTask(ids[i]).settled);
        assertEq(usdc.balanceOf(address(escrow)), 0);
    }

    /// @dev Every row of the table of missed deadlines, where there is no stake to divide.
    function test_ZS1_NothingIsDividedWhereThereIsNoStake() public {
        uint256[3] memory ids = [submittedOn(freeTerms()), submittedOn(freeTerms()), submittedOn(freeTerms())];
        vm.startPrank(poster);
        escrow.reject(ids[1], WORK, 1, TEXT);
        escrow.reject(ids[2], WORK, 1, TEXT);
        vm.stopPrank();
        vm.prank(worker);
        escrow.contest(ids[2], TEXT);
        vm.warp(block.timestamp + 100 days);
        Balances memory before = balances();
        escrow.releaseAfterReview(ids[0]);
        assertPaid(before, 0, REWARD - FEE, FEE);
        before = balances();
        escrow.finalizeRejection(ids[1]);
        assertPaid(before, REWARD, 0, 0);
        before = balances();
        escrow.ruleByDefault(ids[2]);
        assertPaid(before, REWARD - REWARD / 2, REWARD / 2, 0);
        uint256 id = submittedOn(freeTerms());
        vm.prank(poster);
        escrow.reject(id, WORK, 1, TEXT);
        vm.prank(worker);
        escrow.contest(id, TEXT);
        before = balances();
        vm.prank(arbiter);
        escrow.rule(id, 0, true, TEXT);
        assertPaid(before, REWARD, 0, 0);
        assertEq(usdc.balanceOf(address(escrow)), 0);
    }

    /// @dev A worker with an empty wallet takes a task, hands in, is paid, and takes the money out, by signatures alone.
    function test_ZS1_AWorkerStartsWithNothing() public {
        (address poor, uint256 key) = makeAddrAndKey("poor");
        uint256 id = create(freeTerms());
        ITaskEscrow.SelectionVoucher memory voucher = voucherFor(posterKey, id, poor, block.timestamp);
        forward(key, abi.encodeCall(escrow.stakeAndStart, (id, agreed(poster, freeTerms()), voucher)));
        forward(key, abi.encodeCall(escrow.submitWork, (id, WORK)));
        usdc.blacklist(poor);
        vm.prank(poster);
        escrow.approve(id, WORK, 5, TEXT);
        assertEq(escrow.credits(poor), REWARD - FEE);
        forward(key, abi.encodeCall(escrow.rateAndClaimStake, (id, 5, TEXT)));
        forward(key, abi.encodeCall(escrow.withdraw, (stranger)));
        assertEq(usdc.balanceOf(address(escrow)), 0);
        assertEq(poor.balance, 0);
    }

    /*//////////////////////////////////////////////////////////////
                     JD: WHAT A JUDGE'S KEY CAN DO
    //////////////////////////////////////////////////////////////*/

    /// @dev Whatever is sent, only the judge's verdict about this submission pays, and it pays the worker.
    function testFuzz_JD2_OnlyTheJudgesVerdictPays(uint8 by, uint8 change, uint256 round, bytes32 work, uint32 time) public {
        uint256 id = submittedOn(judgedTerms());
        uint256[4] memory keys = [judgeKey, posterKey, workerKey, uint256(keccak256("thief"))];
        uint256 key = keys[by % 4];
        (uint256 saidRound, bytes32 saidWork, uint256 deadline) = (0, WORK, block.timestamp + time);
        if (change % 3 == 1) saidRound = round;
        if (change % 3 == 2) saidWork = work;
        bytes memory signature = verdict(key, id, saidRound, saidWork, deadline);
        Balances memory before = balances();
        vm.prank(stranger);
        (bool done, ) = address(escrow).call(
            abi.encodeCall(escrow.approveByJudge, (id, saidRound, saidWork, deadline, signature))
        );
        assertEq(done, key == judgeKey && saidRound == 0 && saidWork == WORK);
        if (done) assertPaid(before, 0, REWARD - FEE + STAKE, FEE);
        else assertPaid(before, 0, 0, 0);
    }

    function test_JD2_ADeniedWorkerIsCreditedAndTheTreasuryIsPaid() public {
        uint256 id = submittedOn(judgedTerms());
        usdc.blacklist(worker);
        bytes memory signature = verdict(judgeKey, id, 0, WORK, block.timestamp);
        Balances memory before = balances();
        escrow.approveByJudge(id, 0, WORK, block.timestamp, signature);
        assertPaid(before, 0, 0, FEE);
        assertEq(escrow.credits(worker), REWARD - FEE + STAKE);
    }

    function test_JD3_NothingPaysTwiceAfterAVerdict() public {
        uint256 bystander = disputed();
        uint256 id = judged();
        vm.warp(block.timestamp + 100 days);
        bytes[7] memory again = [
            abi.encodeCall(escrow.rateAndClaimStake, (id, 5, TEXT)),
            abi.encodeCall(escrow.claimStakeAfterRating, (id)),
            abi.encodeCall(escrow.approve, (id, WORK, 5, TEXT)),
            abi.encodeCall(escrow.reject, (id, WORK, 1, TEXT)),
            abi.encodeCall(escrow.releaseAfterReview, (id)),
            abi.encodeCall(escrow.expireTask, (id)),
            abi.encodeCall(escrow.ruleByDefault, (id))
        ];
        address[4] memory callers = [poster, worker, judge, stranger];
        for (uint256 i = 0; i < again.length; ++i) {
            for (uint256 j = 0; j < callers.length; ++j) {
                vm.prank(callers[j]);
                (bool done, ) = address(escrow).call(again[i]);
                assertFalse(done);
            }
        }
        assertEq(usdc.balanceOf(address(escrow)), REWARD + STAKE);
        assertState(bystander, ITaskEscrow.State.Disputed);
    }

    /*//////////////////////////////////////////////////////////////
                         C5: ABSURD DEADLINES
    //////////////////////////////////////////////////////////////*/

    function testFuzz_C5_NoTaskHasAWindowOutsideTheBounds(uint24[7] memory list) public {
        ITaskEscrow.Terms memory t = terms();
        t.windows = windows(list[0], list[1], list[2], list[3], list[4], list[5], list[6]);
        bool allWithin = true;
        for (uint256 i = 0; i < 7; ++i) {
            allWithin = allWithin && list[i] >= (i + 1) * 1 hours && list[i] <= (i + 91) * 1 days;
        }
        allWithin = allWithin && uint256(list[3]) * 4 >= list[2];
        if (!allWithin) vm.expectPartialRevert(EscrowErrors.WindowOutOfBounds.selector);
        create(t);
    }

    function testFuzz_C5_AnyWindowsWithinTheBoundsAreAccepted(uint24[7] memory list) public {
        for (uint256 i = 0; i < 7; ++i) list[i] = uint24(bound(list[i], (i + 1) * 1 hours, (i + 91) * 1 days));
        if (uint256(list[3]) * 4 < list[2]) list[3] = list[2] / 4 + 1;
        ITaskEscrow.Terms memory t = terms();
        t.windows = windows(list[0], list[1], list[2], list[3], list[4], list[5], list[6]);
        uint256 id = create(t);
        assertDeadlineIn(id, list[0]);
        vm.prank(worker);
        escrow.stakeAndStart(id, agreed(poster, t), noVoucher());
        assertDeadlineIn(id, list[1]);
        vm.prank(worker);
        escrow.submitWork(id, WORK);
        assertDeadlineIn(id, list[2]);
        vm.prank(poster);
        escrow.requestChanges(id, WORK, TEXT);
        assertDeadlineIn(id, list[3]);
    }

    /*//////////////////////////////////////////////////////////////
                     C6: DOUBLE PAY, STAKE THEFT
    //////////////////////////////////////////////////////////////*/

    function test_C6_NothingPaysTwice() public {
        uint256 bystander = disputed(); // another task's R + S stays in the contract throughout
        uint256 id = approved();
        vm.prank(worker);
        escrow.rateAndClaimStake(id, 5, TEXT);
        vm.warp(block.timestamp + 100 days);
        bytes[7] memory again = [
            abi.encodeCall(escrow.rateAndClaimStake, (id, 5, TEXT)),
            abi.encodeCall(escrow.claimStakeAfterRating, (id)),
            abi.encodeCall(escrow.approve, (id, WORK, 5, TEXT)),
            abi.encodeCall(escrow.releaseAfterReview, (id)),
            abi.encodeCall(escrow.expireTask, (id)),
            abi.encodeCall(escrow.finalizeRejection, (id)),
            abi.encodeCall(escrow.ruleByDefault, (id))
        ];
        address[3] memory callers = [poster, worker, stranger];
        for (uint256 i = 0; i < again.length; ++i) {
            for (uint256 j = 0; j < callers.length; ++j) {
                vm.prank(callers[j]);
                (bool done, ) = address(escrow).call(again[i]);
                assertFalse(done);
            }
        }
        assertEq(usdc.balanceOf(address(escrow)), REWARD + STAKE);
        assertState(bystander, ITaskEscrow.State.Disputed);
    }

    /*//////////////////////////////////////////////////////////////
                  C7: PERMIT OR VOUCHER FRONT-RUN
    //////////////////////////////////////////////////////////////*/

    function test_C7_SniperCannotUseAnothersVoucher() public {
        uint256 id = create(selectionTerms());
        ITaskEscrow.SelectionVoucher memory voucher = voucherFor(posterKey, id, worker, block.timestamp + 1 days);
        expectInvalidSignature(poster);
        vm.prank(stranger);
        escrow.stakeAndStart(id, agreed(poster, selectionTerms()), voucher);
        vm.prank(worker);
        escrow.stakeAndStart(id, agreed(poster, selectionTerms()), voucher);
        assertEq(escrow.getTask(id).worker, worker);
    }

    function test_C7_SniperWhoUsesThePermitFirstChangesNothing() public {
        vm.prank(poster);
        usdc.approve(address(escrow), 0);
        ITaskEscrow.Permit memory p = permitFor(posterKey, poster, REWARD);
        vm.prank(stranger);
        usdc.permit(poster, address(escrow), p.value, p.deadline, p.v, p.r, p.s);
        vm.prank(poster);
        assertState(escrow.createTaskWithPermit(terms(), p), ITaskEscrow.State.Funded);
    }

    function test_C7_SniperCannotSpendAnothersAllowance() public {
        uint256 before = usdc.balanceOf(poster);
        vm.prank(stranger);
        uint256 id = escrow.createTask(terms());
        assertEq(usdc.balanceOf(poster), before);
        assertEq(escrow.getTask(id).poster, stranger);
    }

    /*//////////////////////////////////////////////////////////////
                           C8: OWNER POWERS
    //////////////////////////////////////////////////////////////*/

    function test_C8_OwnerCallsLeaveEveryTaskAndCreditUnchanged() public {
        bytes32 before = entitlements();
        vm.startPrank(owner);
        escrow.setCreationPaused(true);
        escrow.setTreasury(stranger);
        Ownable2Step(address(escrow)).transferOwnership(stranger);
        vm.stopPrank();
        assertEq(Ownable2Step(address(escrow)).owner(), owner);
        vm.prank(stranger);
        Ownable2Step(address(escrow)).acceptOwnership();
        vm.prank(stranger);
        Ownable2Step(address(escrow)).renounceOwnership();
        assertEq(entitlementsOf(12), before);
        assertEveryTaskCanEnd(12);
    }

    function entitlements() private returns (bytes32) {
        for (uint8 number = 1; number <= uint8(ITaskEscrow.State.Expired); ++number) {
            inState(ITaskEscrow.State(number));
        }
        return entitlementsOf(12);
    }

    function entitlementsOf(uint256 count) private view returns (bytes32 digest) {
        for (uint256 id = 1; id < count; ++id) digest = keccak256(abi.encode(digest, escrow.getTask(id)));
        digest = keccak256(abi.encode(digest, escrow.credits(poster), escrow.credits(worker)));
        digest = keccak256(abi.encode(digest, usdc.balanceOf(address(escrow))));
    }

    function assertEveryTaskCanEnd(uint256 count) private {
        vm.warp(block.timestamp + 100 days);
        for (uint256 id = 1; id < count; ++id) {
            ITaskEscrow.Task memory task = escrow.getTask(id);
            if (task.settled) continue;
            if (task.state == ITaskEscrow.State.Submitted) escrow.releaseAfterReview(id);
            else if (task.state == ITaskEscrow.State.Approved) escrow.claimStakeAfterRating(id);
            else if (task.state == ITaskEscrow.State.Rejected) escrow.finalizeRejection(id);
            else if (task.state == ITaskEscrow.State.Disputed) escrow.ruleByDefault(id);
            else escrow.expireTask(id);
        }
        assertEq(usdc.balanceOf(address(escrow)), 0);
    }

    function test_C8_OwnerIsNoPartyOfATask() public {
        uint256 id = disputed();
        vm.startPrank(owner);
        vm.expectPartialRevert(EscrowErrors.NotArbiter.selector);
        escrow.rule(id, 0, true, TEXT);
        vm.expectPartialRevert(EscrowErrors.NothingToWithdraw.selector);
        escrow.withdraw(owner);
    }

    /*//////////////////////////////////////////////////////////////
                              C9: ROUNDING
    //////////////////////////////////////////////////////////////*/

    function taskOf(uint256 reward, uint256 stake) private returns (uint256 id, uint256 r, uint256 s) {
        ITaskEscrow.Terms memory t = terms();
        r = bound(reward, CANCEL_FEE + 1, type(uint56).max);
        (uint256 min, uint256 max) = escrow.stakeBounds(r);
        s = bound(stake, min, max);
        (t.reward, t.stake) = (r, s);
        usdc.mint(poster, r);
        usdc.mint(worker, s);
        id = create(t);
        vm.prank(worker);
        escrow.stakeAndStart(id, agreed(poster, t), noVoucher());
        vm.prank(worker);
        escrow.submitWork(id, WORK);
    }

    function testFuzz_C9_RulingsSumToTheWhole(uint256 reward, uint256 stake, uint16 share, bool forfeit) public {
        (uint256 id, uint256 r, uint256 s) = taskOf(reward, stake);
        share = uint16(bound(share, 0, 10_000));
        vm.prank(poster);
        escrow.reject(id, WORK, 1, TEXT);
        vm.prank(worker);
        escrow.contest(id, TEXT);
        Balances memory before = balances();
        vm.prank(arbiter);
        escrow.rule(id, share, forfeit, TEXT);
        uint256 toWorker = (r * share) / 10_000;
        assertPaid(before, r - toWorker + (forfeit ? s : 0), toWorker + (forfeit ? 0 : s), 0);
        assertEq(usdc.balanceOf(address(escrow)), 0);
    }

    function testFuzz_C9_FeesSumToTheWhole(uint256 reward, uint256 stake) public {
        (uint256 id, uint256 r, uint256 s) = taskOf(reward, stake);
        Balances memory before = balances();
        vm.prank(poster);
        escrow.approve(id, WORK, 5, TEXT);
        uint256 fee = (r * FEE_BPS) / 10_000;
        assertPaid(before, 0, r - fee, fee);
        assertEq(usdc.balanceOf(address(escrow)), s);
        vm.prank(worker);
        escrow.rateAndClaimStake(id, 5, TEXT);
        assertEq(usdc.balanceOf(address(escrow)), 0);
    }

    function testFuzz_C9_HalvesSumToTheWhole(uint256 reward, uint256 stake) public {
        (uint256 id, uint256 r, uint256 s) = taskOf(reward, stake);
        vm.prank(poster);
        escrow.requestChanges(id, WORK, TEXT);
        warpPast(id);
        Balances memory before = balances();
        escrow.expireTask(id);
        assertPaid(before, r + s - s / 2, s / 2, 0);
        assertEq(usdc.balanceOf(address(escrow)), 0);
    }
}
