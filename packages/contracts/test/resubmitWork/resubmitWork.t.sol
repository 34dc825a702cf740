// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { OddWallet } from "../mocks/OddWallet.sol";
import { Wallet1271 } from "../mocks/Wallet1271.sol";
import { Base } from "../Base.t.sol";

contract ResubmitWork is Base {
    function act(uint256 id) private {
        escrow.resubmitWork(id, 1, BETTER_WORK, 0, "");
    }

    function anchor(uint256 id, uint256 deadline, bytes memory signature) private {
        vm.prank(stranger);
        escrow.resubmitWork(id, 1, BETTER_WORK, deadline, signature);
    }

    function tomorrow() private view returns (uint256) {
        return block.timestamp + 1 days;
    }

    function assertRefused(uint256 id, bytes memory signature) private {
        expectInvalidSignature(worker);
        anchor(id, tomorrow(), signature);
    }

    /// @dev A task in ChangesRequested, and the worker's signed resubmission for it.
    function signed() private returns (uint256 id, bytes memory signature) {
        id = changesRequested();
        signature = resubmission(workerKey, id, 1, BETTER_WORK, tomorrow());
    }

    function test_RevertGiven_NoChangesWereRequested() public {
        assertOnlyIn(only(ITaskEscrow.State.ChangesRequested), worker, act);
    }

    function test_RevertGiven_TheTimeForAnAnswerHasPassed() public {
        uint256 id = changesRequested();
        warpPast(id);
        expectDeadlinePassed(id);
        vm.prank(worker);
        escrow.resubmitWork(id, 1, BETTER_WORK, 0, "");
    }

    function test_RevertWhen_TheCallNamesAnotherRound() public {
        (uint256 id, bytes memory signature) = signed();
        for (uint256 named = 0; named <= 2; named += 2) {
            expectWrongRound(id, named, 1);
            vm.prank(worker);
            escrow.resubmitWork(id, named, BETTER_WORK, 0, "");
            expectWrongRound(id, named, 1);
            escrow.resubmitWork(id, named, BETTER_WORK, tomorrow(), signature);
        }
    }

    function test_RevertWhen_TheHashIsEmpty() public {
        uint256 id = changesRequested();
        vm.expectRevert(EscrowErrors.EmptyHash.selector);
        vm.prank(worker);
        escrow.resubmitWork(id, 1, 0, 0, "");
    }

    function assertResubmitted(uint256 id) private view {
        assertState(id, ITaskEscrow.State.Submitted);
        assertEq(escrow.getTask(id).contentHash, BETTER_WORK);
        assertDeadlineIn(id, 6 days);
    }

    function test_WhenTheCallerIsTheWorker() public {
        uint256 id = changesRequested();
        warpTo(id);
        expectEvent();
        emit ITaskEscrow.WorkResubmitted(id, poster, worker, 1, BETTER_WORK, block.timestamp + 6 days);
        vm.prank(worker);
        escrow.resubmitWork(id, 1, BETTER_WORK, 0, "");
        assertResubmitted(id);
    }

    function test_RevertWhen_TheSignatureHasExpired() public {
        uint256 id = changesRequested();
        uint256 deadline = block.timestamp - 1;
        bytes memory signature = resubmission(workerKey, id, 1, BETTER_WORK, deadline);
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.SignatureExpired.selector, deadline));
        anchor(id, deadline, signature);
    }

    function test_RevertWhen_TheSignatureIsForAnotherTask() public {
        uint256 id = changesRequested();
        assertRefused(id, resubmission(workerKey, id + 1, 1, BETTER_WORK, tomorrow()));
    }

    function test_RevertWhen_TheSignatureIsForAnotherRound() public {
        uint256 id = changesRequested();
        assertRefused(id, resubmission(workerKey, id, 2, BETTER_WORK, tomorrow()));
    }

    function test_RevertWhen_TheSignatureIsForOtherWork() public {
        uint256 id = changesRequested();
        assertRefused(id, resubmission(workerKey, id, 1, WORK, tomorrow()));
    }

    function test_RevertWhen_TheSignatureNamesAnotherDeadline() public {
        uint256 id = changesRequested();
        assertRefused(id, resubmission(workerKey, id, 1, BETTER_WORK, tomorrow() + 1));
    }

    function test_RevertWhen_TheSignatureIsForAnotherContract() public {
        uint256 id = changesRequested();
        bytes32 domain = domainSeparator(address(deploy(deployment())));
        bytes32 structHash = keccak256(abi.encode(RESUBMISSION_TYPEHASH, id, 1, BETTER_WORK, tomorrow()));
        assertRefused(id, sign(workerKey, domain, structHash));
    }

    function test_RevertWhen_TheSignatureIsForAnotherChain() public {
        uint256 id = changesRequested();
        bytes memory signature = resubmission(workerKey, id, 1, BETTER_WORK, tomorrow());
        vm.chainId(block.chainid + 1);
        assertRefused(id, signature);
    }

    function test_RevertWhen_AnotherAccountSigned() public {
        uint256 id = changesRequested();
        assertRefused(id, resubmission(posterKey, id, 1, BETTER_WORK, tomorrow()));
    }

    function test_RevertWhen_TheSignatureWasUsedInAnEarlierRound() public {
        uint256 id = changesRequested();
        bytes memory signature = resubmission(workerKey, id, 1, BETTER_WORK, tomorrow());
        anchor(id, tomorrow(), signature);
        vm.prank(poster);
        escrow.requestChanges(id, BETTER_WORK, TEXT);
        expectWrongRound(id, 1, 2);
        anchor(id, tomorrow(), signature);
        expectInvalidSignature(worker);
        escrow.resubmitWork(id, 2, BETTER_WORK, tomorrow(), signature);
    }

    function test_WhenTheWorkerSigned() public {
        uint256 id = changesRequested();
        uint256 deadline = block.timestamp;
        bytes memory signature = resubmission(workerKey, id, 1, BETTER_WORK, deadline);
        expectEvent();
        emit ITaskEscrow.WorkResubmitted(id, poster, worker, 1, BETTER_WORK, block.timestamp + 6 days);
        anchor(id, deadline, signature);
        assertResubmitted(id);
    }

    function test_D20_GivenThisWorkIsAlreadySubmitted() public {
        (uint256 id, bytes memory signature) = signed();
        anchor(id, tomorrow(), signature);
        ITaskEscrow.Task memory before = escrow.getTask(id);
        skip(1 hours);
        vm.recordLogs();
        anchor(id, tomorrow(), signature);
        anchor(id, 0, "");
        vm.prank(worker);
        escrow.resubmitWork(id, 1, BETTER_WORK, 0, "");
        assertEq(abi.encode(escrow.getTask(id)), abi.encode(before));
        assertEq(vm.getRecordedLogs().length, 0);
    }

    function test_D20_RevertGiven_OtherWorkIsSubmitted() public {
        (uint256 id, bytes memory signature) = signed();
        vm.prank(worker);
        escrow.resubmitWork(id, 1, TEXT, 0, "");
        expectWrongState(id, ITaskEscrow.State.Submitted);
        anchor(id, tomorrow(), signature);
    }

    /// @dev The worker's own key is accepted even if the account has code: an EIP-7702 delegate may not implement
    /// ERC-1271.
    function test_D13_WhenTheWorkersAccountHasADelegateThatKnowsNoERC1271() public {
        OddWallet.Answer[4] memory answers = [
            OddWallet.Answer.Nothing,
            OddWallet.Answer.Refusal,
            OddWallet.Answer.Revert,
            OddWallet.Answer.Burn
        ];
        for (uint256 i = 0; i < answers.length; ++i) {
            (uint256 id, bytes memory signature) = signed();
            vm.signAndAttachDelegation(address(new OddWallet(answers[i])), workerKey);
            anchor(id, tomorrow(), signature);
            assertGt(worker.code.length, 0);
            assertResubmitted(id);
        }
    }

    function test_D13_WhenTheWorkersDelegateAcceptsAnotherKey() public {
        uint256 id = changesRequested();
        vm.signAndAttachDelegation(address(new Wallet1271(stranger)), workerKey);
        (, uint256 strangerKey) = makeAddrAndKey("stranger");
        anchor(id, tomorrow(), resubmission(strangerKey, id, 1, BETTER_WORK, tomorrow()));
        assertResubmitted(id);
    }

    /// @dev Only one form is accepted: the service normalises a signature before storing it.
    function test_D13_RevertWhen_AKeysSignatureHasAnotherForm() public {
        (uint256 id, bytes memory signature) = signed();
        bytes32 r;
        bytes32 s;
        assembly ("memory-safe") {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
        }
        uint8 v = uint8(signature[64]);
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        assertRefused(id, abi.encodePacked(r, s, v - 27));
        assertRefused(id, abi.encodePacked(r, bytes32(uint256(s) | (uint256(v - 27) << 255))));
        assertRefused(id, abi.encodePacked(r, bytes32(order - uint256(s)), 55 - v));
        assertRefused(id, "");
        anchor(id, tomorrow(), signature);
    }

    function assertWalletRefused(OddWallet.Answer answer) private {
        uint256 id = changesRequested();
        vm.etch(worker, address(new OddWallet(answer)).code);
        bytes memory notTheWorkers = resubmission(posterKey, id, 1, BETTER_WORK, tomorrow());
        expectInvalidSignature(worker);
        uint256 before = gasleft();
        anchor(id, tomorrow(), notTheWorkers);
        assertLt(before - gasleft(), 400_000, "what a wallet may cost is bounded");
        vm.etch(worker, "");
    }

    function test_D13_RevertWhen_AWalletAnswersBadly() public {
        for (uint8 answer = 0; answer <= uint8(type(OddWallet.Answer).max); ++answer) {
            assertWalletRefused(OddWallet.Answer(answer));
        }
    }

    function test_WhenTheWorkerIsAContractWallet() public {
        Wallet1271 wallet = new Wallet1271(worker);
        usdc.mint(address(wallet), STAKE);
        uint256 id = funded();
        wallet.execute(address(usdc), abi.encodeCall(usdc.approve, (address(escrow), STAKE)));
        wallet.execute(address(escrow), abi.encodeCall(escrow.stakeAndStart, (id, agreed(), noVoucher())));
        wallet.execute(address(escrow), abi.encodeCall(escrow.submitWork, (id, WORK)));
        vm.prank(poster);
        escrow.requestChanges(id, WORK, TEXT);
        bytes memory notTheOwners = resubmission(posterKey, id, 1, BETTER_WORK, tomorrow());
        expectInvalidSignature(address(wallet));
        anchor(id, tomorrow(), notTheOwners);
        anchor(id, tomorrow(), resubmission(workerKey, id, 1, BETTER_WORK, tomorrow()));
        assertResubmitted(id);
    }
}
